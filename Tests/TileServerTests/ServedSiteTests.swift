import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileServer
import TileStorage

@Suite("Served sites")
struct ServedSiteTests {
  private let sample: SampleSite
  private let tiles: [(TileCoordinate, [UInt8])]
  /// The tiles as a folder.
  private let site: ServedSite

  init() throws {
    sample = try SampleSite()
    tiles = try SampleSite.square()
    site = try ServedSite(path: sample.writeFolder("tiles", tiles))
  }

  private static let floors: [LayerDefinition.Floor] = [
    .init(id: "B1", level: -1, name: "Basement"), .init(id: "Étage 1", level: 0, name: "Ground"),
  ]

  private func get(
    _ site: ServedSite, _ path: String, query: String = "", ifNoneMatch: String? = nil
  ) -> SiteResponse {
    site.response(
      to: SiteRequest(path: path, query: query, host: "localhost:8080", ifNoneMatch: ifNoneMatch))
  }

  private func json(_ response: SiteResponse) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
  }

  @Test("Every store serves every tile, by its address from the north", arguments: 0..<4)
  func tiles(kind: Int) throws {
    let path =
      switch kind {
      case 0: sample.folder.path("tiles")
      case 1: try sample.writeFolder("tms", tiles, scheme: .tms)
      case 2: try sample.writeMBTiles("tiles.mbtiles", tiles)
      default:
        try sample.writeMBTiles("tiles.mbtiles", tiles).replacing(".mbtiles", with: ".layer.json")
      }
    let site = try ServedSite(path: path)
    for (tile, bytes) in tiles {
      let response = get(site, "/\(tile).png")
      #expect(response.status == 200)
      #expect(response.body == bytes)
      #expect(response["Content-Type"] == "image/png")
      #expect(response["Content-Length"] == "\(bytes.count)")
      #expect(response["Access-Control-Allow-Origin"] == "*")
    }
    let definition = try LayerDefinitionDocument(decoding: get(site, "/layer.json").body).definition
    #expect(definition.scheme == .xyz && definition.coverage == TileCoverage(tiles.map(\.0)))
    #expect(definition.urlTemplate?.text == "http://localhost:8080/{z}/{x}/{y}.png")
  }

  @Test("A folder without a definition is served by the rows that are stated")
  func statedRows() throws {
    let path = try sample.writeFolder("tms", tiles, scheme: .tms)
    try FileManager.default.removeItem(atPath: path + "/layer.json")
    let site = try ServedSite(path: path, scheme: .tms, ground: nil)
    #expect(tiles.allSatisfy { get(site, "/\($0.0).png").body == $0.1 })
    let other = try ServedSite(path: path)
    #expect(!tiles.allSatisfy { get(other, "/\($0.0).png").body == $0.1 })
  }

  @Test("A building serves its documents and each floor's tiles", arguments: [false, true])
  func building(databases: Bool) throws {
    let path = try sample.writeBuilding("house", floors: Self.floors, databases: databases)
    for opened in [path, path + "/building.json"] {
      let site = try ServedSite(path: opened)
      #expect(site.layerNames == ["Basement", "Ground"])
      let building = try BuildingDocument(decoding: get(site, "/building.json").body).definition
      #expect(building.floors.map(\.layer) == ["B1/layer.json", "Étage 1/layer.json"])
      for (index, name) in ["B1", "%C3%89tage%201"].enumerated() {
        for (tile, bytes) in try SampleSite.square(shift: index) {
          #expect(get(site, "/\(name)/\(tile).png").body == bytes)
          #expect(get(site, "/\(tile).png").status == 404)
        }
        let json = try json(get(site, "/\(name)/tiles.json"))
        let url = try #require((json["tiles"] as? [String])?.first)
        #expect(url.hasPrefix("http://localhost:8080/\(name)/{z}/{x}/{y}.png?v="))
      }
      #expect(get(site, "/layer.json").status == 404)
      #expect(get(site, "/L9/layer.json").status == 404)
    }
  }

  @Test("The page knows the floors, and asks for tiles with their version token")
  func page() throws {
    let site = try ServedSite(path: sample.writeBuilding("house", floors: Self.floors))
    let response = get(site, "/")
    #expect(response["Content-Type"] == "text/html; charset=utf-8")
    let html = String(decoding: response.body, as: UTF8.self)
    #expect(html.contains(#""tiles":"%C3%89tage%201/{z}/{x}/{y}.png?v="#))
    #expect(html.contains(#""title":"House""#))
    #expect(get(site, "/index.html").body == response.body)
  }

  @Test("A client that has the current bytes gets 304, by any form of the tag")
  func validation() throws {
    for path in ["/", "/layer.json", "/\(tiles[0].0).png"] {
      let fresh = get(site, path)
      let tag = try #require(fresh["ETag"])
      #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
      for list in [tag, "W/\(tag)", "\"other\", \(tag)", " \(tag) ", "*"] {
        let known = get(site, path, ifNoneMatch: list)
        #expect(known.status == 304)
        #expect(known.body.isEmpty)
        #expect(known["ETag"] == tag)
        #expect(known["Content-Length"] == fresh["Content-Length"])
      }
      for list in ["\"other\"", "", tag + "x", String(tag.dropFirst().dropLast())] {
        #expect(get(site, path, ifNoneMatch: list).status == 200, "\(list)")
      }
    }
    let tags = Set(tiles.map { get(site, "/\($0.0).png")["ETag"] })
    #expect(tags.count == tiles.count)
  }

  @Test("Only tiles asked for with the current token may be kept for ever")
  func caching() throws {
    let token = try SampleSite.definition(of: tiles).versionToken
    let path = "/\(tiles[0].0).png"
    func control(_ query: String) -> String? { get(site, path, query: query)["Cache-Control"] }
    #expect(control("v=\(token)")?.contains("immutable") == true)
    #expect(control("a=b&v=\(token)")?.contains("immutable") == true)
    for query in ["", "v=", "v=0", "v=\(token)0", "av=\(token)"] {
      #expect(control(query) == "no-cache", "\(query)")
    }
    #expect(get(site, "/")["Cache-Control"] == "no-cache")
  }

  @Test("Methods other than reading are refused, and HEAD has no body")
  func methods() throws {
    for path in ["/", "/\(tiles[1].0).png", "/nothing"] {
      let full = get(site, path)
      let head = site.response(to: SiteRequest(method: "HEAD", path: path, host: "localhost:8080"))
      #expect(head.status == full.status)
      #expect(head.fields == full.fields)
      #expect(head.body.isEmpty)
      for method in ["POST", "PUT", "DELETE", "BREW"] {
        let response = site.response(to: SiteRequest(method: method, path: path))
        #expect(response.status == 405)
        #expect(response["Allow"] == "GET, HEAD, OPTIONS")
      }
      let options = site.response(to: SiteRequest(method: "OPTIONS", path: path))
      #expect(options.status == 204)
      #expect(options["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
    }
  }

  @Test(
    "Paths that are no address of a tile lead nowhere",
    arguments: [
      "", "nothing", "//", "/..", "/../layer.json", "/%2e%2e/layer.json", "/18/137280/91800",
      "/18/137280/91800.jpg", "/18/137280/91800.png.png", "/018/137280/91800.png",
      "/18/+137280/91800.png", "/18/-1/91800.png", "/18/137280/91800.png/", "/18/137280/.png",
      "/18/999999/91800.png", "/31/0/0.png", "/18/1e5/91800.png", "/18//91800.png",
      "/18/137280/%39%31800.pn%", "/18/137280/91800%00.png", "/tiles/18/137280/91800.png",
      "/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/18/137280/91800.png", "/tiles.layer.json",
      "/99999999999999999999/0/0.png", "/18/137280/٩.png", "/18/137280/91800.PNG",
    ])
  func nowhere(path: String) {
    let response = get(site, path)
    #expect(response.status == 404)
    #expect(response.body.count < 100)
  }

  @Test("Random paths never fail")
  func drawnPaths() {
    var generator = SeededGenerator(seed: 1)
    let pieces = [
      "/", "18", "137280", "91800", ".png", "%", "%2f", "..", "\u{e9}", "?", "layer.json", "-",
    ]
    for _ in 0..<2000 {
      var path = "/"
      for _ in 0..<Int.random(in: 0...8, using: &generator) {
        path += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      #expect([200, 404].contains(get(site, path).status), "\(path)")
    }
  }

  @Test("An address without a tile is 404 or 204, as asked for")
  func absent() throws {
    let request = SiteRequest(path: "/18/0/0.png")
    #expect(site.response(to: request).status == 404)
    let empty = site.response(to: request, absent: .noContent)
    #expect(empty.status == 204)
    #expect(empty.body.isEmpty)
    // A path that is no address at all is not found either way.
    #expect(site.response(to: SiteRequest(path: "/x"), absent: .noContent).status == 404)
  }

  @Test("URLs name the host by which the client calls, if it is this machine")
  func hosts() throws {
    for host in ["127.0.0.1:8080", "localhost", "[::1]:8080", "LocalHost:1", nil] {
      let response = site.response(to: SiteRequest(path: "/tiles.json", host: host))
      let url = try #require((try json(response)["tiles"] as? [String])?.first)
      #expect(url.hasPrefix("http://\(host ?? "127.0.0.1")/{z}/"), "\(url)")
    }
    for host in [
      "example.org", "example.org:8080", "10.0.2.2:8080", "127.0.0.1.example.org", "localhost.", "",
      "a/b", "{z}", "a\"b", "localhost:8080:80", "localhost:123456", "[::1",
      "127.0.0.1@example.org", "0.0.0.0", "127.1", "2130706433", "[::ffff:127.0.0.1]",
    ] {
      for path in ["/tiles.json", "/", "/\(tiles[0].0).png", "/none"] {
        for method in ["GET", "OPTIONS", "POST"] {
          let response = site.response(to: SiteRequest(method: method, path: path, host: host))
          #expect(response.status == 421, "\(host)")
          #expect(response.body.isEmpty)
          #expect(response["Access-Control-Allow-Origin"] == nil)
        }
      }
    }
    let request = SiteRequest(path: "/tiles.json", host: "10.0.2.2:8080")
    let response = site.response(to: request, hosts: ["10.0.2.2"])
    let url = try #require((try json(response)["tiles"] as? [String])?.first)
    #expect(url.hasPrefix("http://10.0.2.2:8080/{z}/"), "\(url)")
  }

  @Test("The allowed origin may read tiles, documents and messages, and none may read the page")
  func origins() throws {
    let origin = "https://example.org"
    for (allowed, expected, policy) in [
      (AllowedOrigin.any, "*", "cross-origin"), (.one(origin), origin, nil),
      (.none, nil, "same-origin"),
    ] {
      for path in ["/\(tiles[0].0).png", "/layer.json", "/none"] {
        let response = site.response(to: SiteRequest(path: path), allowedOrigin: allowed)
        #expect(response["Access-Control-Allow-Origin"] == expected)
        #expect(response["Cross-Origin-Resource-Policy"] == policy)
      }
      let page = site.response(to: SiteRequest(path: "/"), allowedOrigin: allowed)
      #expect(page["Access-Control-Allow-Origin"] == nil)
      #expect(page["Cross-Origin-Resource-Policy"] == "same-origin")
      let asked = site.response(
        to: SiteRequest(method: "OPTIONS", path: "/layer.json"), allowedOrigin: allowed)
      #expect(asked.status == 204)
      #expect(asked["Access-Control-Allow-Origin"] == expected)
      #expect((asked["Access-Control-Allow-Methods"] != nil) == (allowed != .none))
      // Pages of the web reach this machine only where they were named.
      let reaches = asked["Access-Control-Allow-Private-Network"] == "true"
      #expect(reaches == (allowed == .one(origin)))
    }
  }

  @Test("An origin is a scheme and a host without a path, as browsers write it")
  func originTexts() {
    #expect(AllowedOrigin("*") == .any)
    #expect(AllowedOrigin("none") == AllowedOrigin.none)
    for text in ["https://example.org", "http://localhost:3000", "http://[::1]:1", "app+x://host"] {
      #expect(AllowedOrigin(text) == .one(text))
    }
    for text in [
      "", "example.org", "https://", "https://a/", "https://a/b", "https://a b", "https://A",
      "HTTPS://a", "https://*.a", "https://a, https://b", "https://a\r\nX: y", "null", "://a",
      "https:a", "https://u@a", "any",
    ] {
      #expect(AllowedOrigin(text) == nil, "\(text)")
    }
  }

  @Test(
    "Bytes that are no image are not sent as a tile, and the operator gets a message",
    arguments: 0..<2)
  func foreignBytes(kind: Int) throws {
    var tiles = tiles
    let secret = "-----BEGIN OPENSSH PRIVATE KEY-----"
    for (index, text) in [secret, "", "\u{89}PNG", "<html><script>alert(1)</script>"].enumerated() {
      tiles[index].1 = Array(text.utf8)
    }
    let path =
      try kind == 0
      ? sample.writeFolder("foreign", tiles) : sample.writeMBTiles("tiles.mbtiles", tiles)
    let site = try ServedSite(path: path)
    for (tile, _) in tiles.dropLast() {
      let response = get(site, "/\(tile).png")
      #expect(response.status == 404)
      #expect(response.body == get(site, "/none").body)
      #expect(response.fault?.contains("\(tile)") == true)
      #expect(response.fault?.contains("BEGIN") == false)
    }
    #expect(get(site, "/\(tiles[4].0).png").body == tiles[4].1)
  }

  @Test("Every answer forbids to guess its type, and the page runs in no other page")
  func policies() throws {
    for path in ["/", "/layer.json", "/\(tiles[0].0).png", "/none"] {
      #expect(get(site, path)["X-Content-Type-Options"] == "nosniff")
    }
    let policy = try #require(get(site, "/")["Content-Security-Policy"])
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("frame-ancestors 'none'"))
  }

  @Test("A layer that was built again is served with the next page")
  func rebuilt() throws {
    let before = get(site, "/layer.json")
    try sample.writeFolder(
      "tiles", try SampleSite.square(zoom: 12, corner: (3, 5)), overwrite: true)
    let after = get(site, "/layer.json")
    #expect(after.body != before.body)
    #expect(try LayerDefinitionDocument(decoding: after.body).definition.maximumZoom == 12)
    #expect(get(site, "/12/3/5.png").status == 200)
    try FileManager.default.removeItem(atPath: sample.folder.path("tiles"))
    let gone = get(site, "/")
    #expect(gone.status == 500)
    #expect(gone.fault?.contains("tiles") == true)
    #expect(!String(decoding: gone.body, as: UTF8.self).contains("tiles"))
  }

  @Test("Tiles without a definition are described by what is there")
  func foreign() throws {
    try sample.writeFolder("plain", tiles)
    try FileManager.default.removeItem(atPath: sample.folder.path("plain/layer.json"))
    let site = try ServedSite(path: sample.folder.path("plain"))
    let definition = try LayerDefinitionDocument(decoding: get(site, "/layer.json").body).definition
    #expect(definition.name == "plain")
    #expect(definition.coverage == TileCoverage(tiles.map(\.0)))
    let middle = try SampleSite.middle()
    #expect(definition.bounds.west < middle.longitude && middle.longitude < definition.bounds.east)
    #expect(definition.bounds.south < middle.latitude && middle.latitude < definition.bounds.north)
    // Without a digest there is no token by which a client could tell new tiles.
    #expect(!String(decoding: get(site, "/").body, as: UTF8.self).contains(".png?v="))
  }

  @Test("A folder or file without tiles is refused with the reason")
  func refused() throws {
    try sample.folder.write("hello".utf8, as: "a.txt")
    try sample.folder.write("{}".utf8, as: "a.json")
    for path in ["missing", "a.txt", "a.json"].map({ sample.folder.path($0) }) {
      let error = #expect(throws: TileServerError.self) { try ServedSite(path: path) }
      #expect(error?.report.location == path)
    }
  }

  @Test(
    "Real MBTiles files are served tile by tile", .enabled(if: TestData.isAvailable),
    arguments: ["byte", "byte_jpeg", "geography-class-png", "martin_webp-no-primary"])
  func realFiles(name: String) throws {
    let path = TestData.path("stores/\(name).mbtiles")
    let reader = try openTileStore(path)
    let site = try ServedSite(path: path)
    let ending = try #require(reader.format?.rawValue)
    let tiles = try reader.coordinates()
    #expect(!tiles.isEmpty)
    for tile in tiles.prefix(50) {
      let response = get(site, "/\(tile).\(ending)")
      #expect(response.status == 200)
      #expect(response.body == (try reader.tile(at: tile)))
      #expect(response["Content-Type"] == (ending == "jpg" ? "image/jpeg" : "image/\(ending)"))
    }
    #expect(get(site, "/").status == 200)
  }

  @Test("Vector tiles are refused")
  func vectorTiles() throws {
    let path = sample.folder.path("vector.mbtiles")
    let tiles = [(try SampleSite.tile(0, 0, 0), Array("vector".utf8))]
    let writer = try SingleFileWriter(path: path)
    try writer.write(tiles[0].1, at: tiles[0].0)
    var definition = try SampleSite.definition(of: tiles)
    definition.format = TileFormat(rawValue: "pbf")
    _ = try writer.finish(definition)
    #expect(throws: TileServerError.storage(.notAStore(path: path, found: "vector tiles (pbf)"))) {
      try ServedSite(path: path)
    }
  }
}
