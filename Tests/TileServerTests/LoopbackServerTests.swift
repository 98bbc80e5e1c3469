import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileServer

@Suite("Loopback server")
struct LoopbackServerTests {
  private let tiles: [(TileCoordinate, [UInt8])]
  private let site: ServedSite
  private let sample: SampleSite

  init() throws {
    sample = try SampleSite()
    tiles = try SampleSite.square()
    site = try ServedSite(path: sample.writeMBTiles("tiles.mbtiles", tiles))
  }

  @Test("Answers reach a client as the site gives them")
  func answers() async throws {
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

  @Test("A request without an end is refused at any length, and others are answered meanwhile")
  func endless() async throws {
    try await RunningServer.serve(site) { address in
      for (text, status) in [("GET /", 414), ("GET / HTTP/1.1\r\nA: ", 431)] {
        let client = try RawClient(address)
        // More than the system holds for a reader, so that the server has to read on.
        client.send(text + String(repeating: "a", count: 1 << 20))
        #expect(try await HTTPAnswer.to(address).status == 200)
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 \(status) "))
      }
    }
  }

  @Test("A server that was stopped before it ran does not listen")
  func stoppedBefore() async throws {
    let server = LoopbackServer(site, port: 0)
    await server.stop()
    try await server.run { _ in Issue.record("it listened") }
  }

  @Test("A server ends with its task, whatever its clients do")
  func cancellation() async throws {
    let server = LoopbackServer(site, port: 0)
    let (ready, announce) = AsyncStream.makeStream(of: UInt16.self)
    let running = Task { try await server.run { announce.yield($0) } }
    var ports = ready.makeAsyncIterator()
    let port = try #require(await ports.next())
    let address = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    let idle = try RawClient(address)
    let greedy = try RawClient(address)
    greedy.send(String(repeating: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 500))
    running.cancel()
    try await running.value
    #expect(idle.receiveAll() == "")
    _ = greedy.receiveAll()
  }

  #if os(Linux)
    @Test("Only the loopback is listened on")
    func loopback() async throws {
      try await RunningServer.serve(site) { address in
        let port = String(try #require(address.port), radix: 16, uppercase: true)
        let suffix = ":" + String(repeating: "0", count: 4 - port.count) + port
        // Each socket: its number, its address, the peer's, and 0A when it listens.
        let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .ascii)
        var listening: [Substring] = []
        for line in table.split(separator: "\n") {
          let fields = line.split(separator: " ")
          if fields.count > 3, fields[1].hasSuffix(suffix), fields[3] == "0A" {
            listening.append(fields[1])
          }
        }
        #expect(listening == ["0100007F\(suffix)"])
        let table6 = try String(contentsOfFile: "/proc/net/tcp6", encoding: .ascii)
        #expect(!table6.contains("\(suffix) 00000000000000000000000000000000:0000 0A"))
      }
    }
  #endif
}
