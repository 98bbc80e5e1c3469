import Foundation
import Platform
import Testing
import TilePyramidTesting

/// `tilepyramid serve`, or another command that serves, as a process of its own.
final class ServeProcess {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  /// The address that it printed, ending in a slash.
  let address: String

  /// Starts serving a path on a free port and waits for the address.
  convenience init(_ path: String, _ options: [String] = []) throws {
    try self.init(arguments: ["serve", path, "--port", "0"] + options)
  }

  /// Starts a command that serves, and waits for the address.
  init(arguments: [String]) throws {
    let program = CommandProbe.builtExecutable(named: "tilepyramid")
    let executable: URL = try #require(program, "the program was not built")
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try CommandProbe.start(process)
    var text = ""
    while !text.hasSuffix("\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      text += String(decoding: piece, as: UTF8.self)
    }
    address = text.trimmingCharacters(in: .newlines)
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Sends a signal and waits for the end.
  func stop(_ signal: Int32) -> (status: Int32?, errors: String) {
    kill(process.processIdentifier, signal)
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : nil
    return (status, String(decoding: text, as: UTF8.self))
  }
}

@Suite("The serve command")
struct ServeCommandTests {
  @Test(
    "The serve command prints its address, serves, and ends with 0 when stopped",
    arguments: [SIGINT, SIGTERM])
  func lifetime(signal: Int32) async throws {
    let sample = try SampleSite()
    let tiles = try SampleSite.square()
    let server = try ServeProcess(sample.writeMBTiles("tiles.mbtiles", tiles))
    #expect(server.address.hasPrefix("http://127.0.0.1:"))
    let url = try #require(URL(string: server.address))
    let answer = try await HTTPAnswer.to(url.appending(path: "\(tiles[1].0).png"))
    #expect(answer.body == tiles[1].1)
    let (status, errors) = server.stop(signal)
    #expect(status == 0)
    #expect(errors.isEmpty, "\(errors)")
  }

  @Test(
    "The serve command answers the hosts and origins that it is given, and logs files that are no tile"
  )
  func options() async throws {
    let sample = try SampleSite()
    var tiles = try SampleSite.square()
    tiles[0].1 = Array("secret".utf8)
    let server = try ServeProcess(
      sample.writeFolder("tiles", tiles),
      ["--allow-origin", "https://example.org", "--allow-host", "Tiles.test"])
    let url = try #require(URL(string: server.address))
    let answer = try await HTTPAnswer.to(url.appending(path: "layer.json"))
    #expect(answer.fields["access-control-allow-origin"] == "https://example.org")
    #expect(try await HTTPAnswer.to(url.appending(path: "\(tiles[0].0).png")).status == 404)
    for (host, status) in [("tiles.test:80", 200), ("other.test", 421)] {
      let client = try RawClient(url)
      client.send("HEAD / HTTP/1.0\r\nHost: \(host)\r\n\r\n")
      #expect(client.receiveAll().hasPrefix("HTTP/1.1 \(status) "))
    }
    let (status, errors) = server.stop(SIGTERM)
    #expect(status == 0)
    #expect(errors.contains("warning") && errors.contains("\(tiles[0].0)"), "\(errors)")
    #expect(!errors.contains("secret"))
  }

  @Test("A port that is taken and a status that is none are refused with the next step")
  func refusals() throws {
    let sample = try SampleSite()
    let path = try sample.writeFolder("tiles", SampleSite.square())
    let server = try ServeProcess(path)
    let port = try #require(URL(string: server.address)?.port)
    let probe = CommandProbe(
      executable: try #require(CommandProbe.builtExecutable(named: "tilepyramid")),
      directory: sample.folder.url)
    let taken = try probe.run(["serve", path, "--port", "\(port)"])
    #expect(taken.end == .exit(3))
    #expect(taken.output.isEmpty)
    #expect(taken.errors.contains("--port"), "\(taken.errors)")
    #expect(try probe.run(["serve", path, "--absent", "410"]).end == .exit(2))
    #expect(try probe.run(["serve", path, "--port", "70000"]).end == .exit(2))
    let origin = try probe.run(["serve", path, "--allow-origin", "example.org"])
    #expect(origin.end == .exit(2))
    #expect(origin.errors.contains("--allow-origin"), "\(origin.errors)")
    #expect(try probe.run(["serve", "missing"]).end == .exit(2))
    _ = server.stop(SIGTERM)
  }
}
