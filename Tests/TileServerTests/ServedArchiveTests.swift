import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileServer
import TileStorage

@Suite("Served archives")
struct ServedArchiveTests {
  private let sample: SampleSite
  private let bytes: [UInt8]
  private let site: ServedSite

  init() throws {
    sample = try SampleSite()
    let path = try sample.writeMBTiles("plan.pmtiles", try SampleSite.square())
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    site = try ServedSite(path: path)
  }

  private func get(_ range: String?, method: String = "GET", ifRange: String? = nil) -> SiteResponse
  {
    site.response(
      to: SiteRequest(
        method: method, path: "/plan.pmtiles", host: "localhost:8080", range: range,
        ifRange: ifRange))
  }

  @Test("A range of an archive is answered with these bytes alone")
  func ranges() throws {
    let size = bytes.count
    for (text, range) in [
      ("bytes=0-126", 0..<127), ("bytes=5-5", 5..<6), ("bytes=100-", 100..<size),
      ("bytes=-10", (size - 10)..<size), ("bytes=-99999999", 0..<size),
      ("bytes=7-99999999999999999999", 7..<size), ("Bytes=0-0", 0..<1),
    ] {
      let response = get(text)
      #expect(response.status == 206, "\(text)")
      #expect(response.body == Array(bytes[range]), "\(text)")
      #expect(
        response["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
      #expect(response["Content-Length"] == "\(range.count)")
      #expect(response["Content-Type"] == "application/vnd.pmtiles")
      #expect(response["Access-Control-Expose-Headers"]?.contains("Content-Range") == true)
    }
  }

  @Test("A range beyond the end is refused, and what is no range is ignored")
  func otherRanges() {
    for text in ["bytes=\(bytes.count)-", "bytes=99999999999999999999-", "bytes=-0"] {
      let response = get(text)
      #expect(response.status == 416, "\(text)")
      #expect(response["Content-Range"] == "bytes */\(bytes.count)")
      #expect(response.body.isEmpty)
    }
    for text in [nil, "bytes=", "bytes=-", "bytes=9-3", "bytes=0-1,3-4", "rows=1-2", "bytes=a-b"] {
      let response = get(text)
      #expect(response.status == 200, "\(text ?? "none")")
      #expect(response.body == bytes)
    }
    let head = get(nil, method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head["Accept-Ranges"] == "bytes" && head["Content-Length"] == "\(bytes.count)")
  }

  @Test("A client that has the archive is told so, and gets a part only of the file it has seen")
  func known() throws {
    let tag = try #require(get("bytes=0-0")["ETag"])
    for (text, range, status) in [
      (tag, nil, 304), ("W/\(tag)", "bytes=0-3", 304), ("\"other\"", nil, 200),
      ("\"other\"", "bytes=0-3", 206),
    ] {
      let response = site.response(
        to: SiteRequest(
          path: "/plan.pmtiles", host: "localhost:8080", ifNoneMatch: text, range: range))
      #expect(response.status == status && response.body.isEmpty == (status == 304))
      #expect(response["ETag"] == tag)
    }
    #expect(get("bytes=0-3", ifRange: tag).status == 206)
    #expect(get("bytes=0-3", ifRange: "\"other\"").status == 200)
  }

  @Test("An archive that was built again has another tag, and its own bytes")
  func builtAgain() throws {
    let tag = get("bytes=0-0")["ETag"]
    let path = sample.folder.path("plan.pmtiles")
    let writer = try SingleFileWriter(path: path, overwrite: true)
    let tiles = try SampleSite.square().dropLast()
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
    _ = try writer.finish(try SampleSite.definition(of: Array(tiles)))
    let response = get(nil)
    #expect(response["ETag"] != tag)
    #expect(response.body == [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  @Test("Tiles of an archive are served one by one as well, and databases are not served as files")
  func others() throws {
    for (tile, image) in try SampleSite.square() {
      let response = site.response(to: SiteRequest(path: "/\(tile).png", host: "localhost"))
      #expect(response.body == image)
    }
    let path = try sample.writeMBTiles("other.mbtiles", try SampleSite.square())
    let response = try ServedSite(path: path).response(
      to: SiteRequest(path: "/other.mbtiles", host: "localhost"))
    #expect(response.status == 404)
  }
}
