import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileServer

@Suite("Loopback server")
struct LoopbackServerTests {
  @Test("Answers reach a client as the site gives them")
  func answers() async throws {
    let sample = try SampleSite()
    let tiles = try SampleSite.square()
    let site = try ServedSite(path: sample.writeMBTiles("tiles.mbtiles", tiles))
    try await RunningServer.serve(site) { address in
      for (tile, bytes) in tiles {
        let url = address.appending(path: "\(tile).png")
        let answer = try await HTTPAnswer.to(url)
        #expect(answer.status == 200)
        #expect(answer.body == bytes)
        #expect(answer.fields["content-type"] == "image/png")
        let tag = try #require(answer.fields["etag"])
        let known = try await HTTPAnswer.to(url, fields: ["If-None-Match": tag])
        #expect(known.status == 304)
        #expect(known.body.isEmpty)
        let head = try await HTTPAnswer.to(url, method: "HEAD")
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(head.fields["content-length"] == "\(bytes.count)")
      }
      let document = try await HTTPAnswer.to(address.appending(path: "tiles.json"))
      let text = String(decoding: document.body, as: UTF8.self)
      #expect(text.contains("\"\(address.absoluteString){z}/{x}/{y}.png?v="))
      #expect(try await HTTPAnswer.to(address.appending(path: "18/0/0.png")).status == 404)
      #expect(try await HTTPAnswer.to(address, method: "DELETE").status == 405)
    }
  }

  @Test("Many clients at once all get their tiles")
  func concurrency() async throws {
    let sample = try SampleSite()
    let tiles = try SampleSite.square()
    let site = try ServedSite(path: sample.writeMBTiles("tiles.mbtiles", tiles))
    try await RunningServer.serve(site, absent: .noContent) { address in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<400 {
          group.addTask {
            if number % 7 == 0 {
              let url = address.appending(path: "18/\(number)/0.png")
              return try await HTTPAnswer.to(url).status == 204
            }
            let (tile, bytes) = tiles[number % tiles.count]
            return try await HTTPAnswer.to(address.appending(path: "\(tile).png")).body == bytes
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }

  @Test("A port that is taken is reported, and free again after a stop")
  func ports() async throws {
    let sample = try SampleSite()
    let site = try ServedSite(path: sample.writeFolder("tiles", try SampleSite.square()))
    var taken: UInt16 = 0
    try await RunningServer.serve(site) { address in
      taken = UInt16(try #require(address.port))
      let other = LoopbackServer(site, port: taken)
      await #expect(throws: TileServerError.portTaken(taken)) {
        try await other.run { _ in Issue.record("the port was taken twice") }
      }
    }
    let again = LoopbackServer(site, port: taken)
    let (ready, announce) = AsyncStream.makeStream(of: UInt16.self)
    async let run: Void = again.run {
      announce.yield($0)
      announce.finish()
    }
    for await port in ready { #expect(port == taken) }
    await again.stop()
    try await run
  }

  #if os(Linux)
    @Test("Only the loopback is listened on")
    func loopback() async throws {
      let sample = try SampleSite()
      let site = try ServedSite(path: sample.writeFolder("tiles", try SampleSite.square()))
      try await RunningServer.serve(site) { address in
        let port = String(try #require(address.port), radix: 16, uppercase: true)
        let suffix = ":" + String(repeating: "0", count: 4 - port.count) + port
        // Of each socket: its number, its address, the peer's, and 0A when it listens.
        let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .ascii)
        let listening = table.split(separator: "\n").map { $0.split(separator: " ") }.filter {
          $0.count > 3 && $0[1].hasSuffix(suffix) && $0[3] == "0A"
        }
        #expect(listening.map { String($0[1]) } == ["0100007F\(suffix)"])
        let table6 = try String(contentsOfFile: "/proc/net/tcp6", encoding: .ascii)
        #expect(!table6.contains("\(suffix) 00000000000000000000000000000000:0000 0A"))
      }
    }
  #endif
}
