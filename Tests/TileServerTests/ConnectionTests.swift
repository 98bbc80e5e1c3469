import NIOCore
import NIOEmbedded
import Testing
import TileServer

@Suite("Connections")
struct ConnectionTests {
  private static let host = "Host: localhost\r\n"

  private func request(_ path: String = "/a", _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\n\(Self.host)\(fields)\r\n"
  }

  /// A request and the status of its answer, under ``limits``.
  struct Form: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var status: Int
    init(_ name: String, _ text: String, _ status: Int) {
      (self.name, self.text, self.status) = (name, text, status)
    }
    var testDescription: String { name }
  }

  private static let limits = {
    var limits = ServerLimits()
    limits.requestLineByteCount = 64
    limits.fieldByteCount = 200
    limits.fieldCount = 5
    return limits
  }()

  private static let chunked = "Transfer-Encoding: chunked\r\n"

  static let forms: [Form] = {
    let ok = "GET /a HTTP/1.1\r\n" + host
    func path(_ count: Int) -> String { "/" + String(repeating: "a", count: count - 1) }
    func fields(_ count: Int) -> String { String(repeating: "a: b\r\n", count: count) }
    // The line of the host has 17 bytes, that of "a: \r\n" five, and the empty one two.
    func field(_ count: Int) -> String {
      "a: \(String(repeating: "b", count: count - 17 - 5 - 2))\r\n"
    }
    return [
      Form("the longest line", "GET \(path(51)) HTTP/1.1\r\n\(host)\r\n", 200),
      Form("a line of a byte more", "GET \(path(52)) HTTP/1.1\r\n\(host)\r\n", 414),
      Form("a line without an end", "GET \(path(500))", 414),
      Form("the longest fields", ok + field(200) + "\r\n", 200),
      Form("fields of a byte more", ok + field(201) + "\r\n", 431),
      Form("a field without an end", ok + "a: " + path(500), 431),
      Form("a field of spaces", ok + "a:" + String(repeating: " ", count: 500), 431),
      Form("the most fields", ok + fields(4) + "\r\n", 200),
      Form("a field more", ok + fields(5) + "\r\n", 431),
      Form("no host", "GET / HTTP/1.1\r\n\r\n", 400),
      Form("no host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 200),
      Form("two hosts", ok + host + "\r\n", 400),
      Form("an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
      Form("a host with a user", "GET / HTTP/1.1\r\nHost: a@localhost\r\n\r\n", 400),
      Form("a host that is a path", "GET / HTTP/1.1\r\nHost: ../..\r\n\r\n", 400),
      Form("a folded field", ok + "a: b\r\n c\r\n\r\n", 400),
      Form("a field without a colon", ok + "a\r\n\r\n", 400),
      Form("a field without a name", ok + ": a\r\n\r\n", 400),
      Form("a space before the colon", ok + "a : b\r\n\r\n", 400),
      Form("an empty field", ok + "a:\r\n\r\n", 200),
      Form("a control character", ok + "a: \u{1}\r\n\r\n", 400),
      Form("a NUL", ok + "a: b\0\r\n\r\n", 400), Form("a lone CR", ok + "a: b\rc\r\n\r\n", 400),
      Form("a lone LF", "GET / HTTP/1.1\n\(host)\n", 400),
      Form("an empty line before", "\r\n" + ok + "\r\n", 200),
      Form("many empty lines before", String(repeating: "\r\n", count: 9) + ok + "\r\n", 400),
      Form("two spaces", "GET  / HTTP/1.1\r\n\(host)\r\n", 400),
      Form("no version", "GET /\r\n\(host)\r\n", 400),
      Form("another protocol", "GET / FTP/1.1\r\n\(host)\r\n", 400),
      Form("a protocol that looks alike", "GET / RTSP/1.0\r\n\(host)\r\n", 400),
      Form("a version of letters", "GET / HTTP/a.b\r\n\(host)\r\n", 400),
      Form("a version of two digits", "GET / HTTP/1.10\r\n\(host)\r\n", 400),
      Form("spaces around a host", "GET / HTTP/1.1\r\nHost: \t localhost \t\r\n\r\n", 200),
      Form("spaces around a length", ok + "Content-Length: 0 \r\n\r\n", 200),
      Form("a version that is to come", "GET / HTTP/2.0\r\n\(host)\r\n", 505),
      Form("a relative target", "GET a HTTP/1.1\r\n\(host)\r\n", 400),
      Form("a fragment", "GET /#a HTTP/1.1\r\n\(host)\r\n", 400),
      Form("an absolute target", "GET http://127.0.0.1:8/a?b HTTP/1.1\r\n\(host)\r\n", 200),
      Form("a target with a user", "GET http://a@b/ HTTP/1.1\r\n\(host)\r\n", 400),
      Form("another scheme", "GET ftp://localhost/ HTTP/1.1\r\n\(host)\r\n", 400),
      Form("a length and a coding", ok + "Content-Length: 1\r\n\(chunked)\r\n", 400),
      Form("two lengths", ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      Form("a length of letters", ok + "Content-Length: a\r\n\r\n", 400),
      Form("a coding in HTTP/1.0", "GET / HTTP/1.0\r\n\(chunked)\r\n", 400),
      Form("a body", ok + "Content-Length: 1\r\n\r\na", 413),
      Form("a body in chunks", ok + "\(chunked)\r\n1\r\na\r\n0\r\n\r\n", 413),
      Form("no body", ok + "Content-Length: 0\r\n\r\n", 200),
      Form("a body announced", ok + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n", 413),
      Form("another expectation", ok + "Expect: cake\r\n\r\n", 417),
      Form("an unknown method", "BREW / HTTP/1.1\r\n\(host)\r\n", 501),
      Form("a known method in small letters", "get / HTTP/1.1\r\n\(host)\r\n", 501),
      Form("a method that is no token", "G@T / HTTP/1.1\r\n\(host)\r\n", 400),
      Form("a greeting of TLS", "\u{16}\u{3}\u{1}", 400),
    ]
  }()

  @Test(
    "What a request looks like decides its status, also where it comes byte by byte",
    arguments: forms)
  func form(_ form: Form) throws {
    let client = try ConnectionDesk(Self.limits).connect()
    try client.send(form.text)
    #expect(try client.statuses() == [form.status])
    #expect(client.isOpen == (form.status == 200 && !form.text.contains("/1.0")))
    let slow = try ConnectionDesk(Self.limits).connect()
    for byte in form.text.utf8 { try slow.send([byte]) }
    #expect(try slow.statuses() == [form.status])
  }

  @Test("Bytes after a refused request are never taken for another request")
  func smuggling() throws {
    for fields in ["Content-Length: 60\r\n", "Transfer-Encoding: chunked\r\n", "a : b\r\n"] {
      let desk = ConnectionDesk(answersAtOnce: false)
      let client = try desk.connect()
      try client.send(request("/a", fields) + request("/b"))
      try client.send(request("/c"))
      #expect(try client.statuses().count == 1)
      #expect(desk.asked.isEmpty)
    }
  }

  private static func post(_ fields: String, _ body: String) -> String {
    "POST /a HTTP/1.1\r\n\(host)\(fields)\r\n\(body)"
  }

  /// Requests with content, where ten bytes of it are read.
  static let contents = [
    Form("ten bytes", post("Content-Length: 10\r\n", "0123456789"), 200),
    Form("no content", post("Content-Length: 0\r\n", ""), 200),
    Form("a byte more", post("Content-Length: 11\r\n", "0123456789a"), 413),
    Form("a length beyond an integer", post("Content-Length: 99999999999999999999\r\n", ""), 400),
    Form("a length of letters", post("Content-Length: ten\r\n", ""), 400),
    Form("a signed length", post("Content-Length: +3\r\n", "abc"), 400),
    Form("two lengths", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), 400),
    Form("chunks", post("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n"), 411),
    Form("both", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "abc"), 400),
    Form("GET", "GET /a HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabc", 413),
  ]

  @Test("Content is read up to its limit, and only with a stated length", arguments: contents)
  func content(form: Form) throws {
    var limits = ServerLimits()
    limits.bodyByteCount = 10
    let client = try ConnectionDesk(limits).connect()
    try client.send(form.text)
    #expect(try client.statuses() == [form.status])
  }

  @Test("Content that comes in pieces is whole, and what follows it is no request")
  func pieces() throws {
    var limits = ServerLimits()
    limits.bodyByteCount = 100
    let desk = ConnectionDesk(limits)
    let client = try desk.connect()
    let text = Self.post("Content-Length: 9\r\n", "GET / HTT") + request("/b")
    for byte in text.utf8 { try client.send([byte]) }
    let answer = try client.received()
    #expect(answer.hasSuffix("\r\n\r\n/aGET / HTT"), "\(answer)")
    #expect(answer.contains("Connection: close"))
  }

  @Test("Content that does not come gets 408, counts against what may wait, and is then forgotten")
  func missingContent() throws {
    var limits = ServerLimits()
    limits.bodyByteCount = 10
    limits.pendingByteCount = 10
    let desk = ConnectionDesk(limits)
    let client = try desk.connect()
    try client.send(Self.post("Content-Length: 10\r\n", "01234"))
    let other = try desk.connect()
    try other.send(request())
    #expect(try other.statuses() == [503])
    desk.loop.advanceTime(by: .seconds(29))
    #expect(client.isOpen)
    desk.loop.advanceTime(by: .seconds(1))
    #expect(try client.statuses() == [408])
    let third = try desk.connect()
    try third.send(request())
    #expect(try third.statuses() == [200])
  }

  @Test("What follows a request for another protocol is not answered, and the connection ends")
  func upgrade() throws {
    let client = try ConnectionDesk().connect()
    try client.send(request("/a", "Connection: upgrade\r\nUpgrade: h2c\r\n") + request("/b"))
    #expect(try client.statuses() == [200])
    #expect(!client.isOpen)
  }

  @Test("Requests sent ahead are answered one after the other, in their order")
  func order() throws {
    let desk = ConnectionDesk(answersAtOnce: false)
    let client = try desk.connect()
    try client.send(request("/a") + request("/b") + request("/c").dropLast())
    #expect(desk.asked == ["/a"])
    desk.answer()
    #expect(desk.asked == ["/b"])
    #expect(try client.received().hasSuffix("\r\n\r\n/a"))
    desk.answer()
    #expect(desk.asked == [])
    try client.send("\r\n")
    #expect(desk.asked == ["/c"])
    desk.answer()
    let rest = try client.received()
    #expect(rest.hasSuffix("\r\n\r\n/c"))
    #expect(client.isOpen)
  }

  @Test("A client that sends no more is answered all that it asked, then the connection ends")
  func halfClose() throws {
    let desk = ConnectionDesk(answersAtOnce: false)
    let client = try desk.connect()
    try client.send(request("/a") + request("/b") + "GET /c")
    client.closeSending()
    desk.answer()
    #expect(client.isOpen)
    desk.answer()
    #expect(try client.statuses() == [200, 200])
    #expect(!client.isOpen)
    #expect(desk.asked == [])
  }

  @Test("HTTP/1.0 and Connection decide whether a connection is kept")
  func keeping() throws {
    for (text, isKept) in [
      (request(), true), (request("/a", "Connection: close\r\n"), false),
      ("GET /a HTTP/1.0\r\n\r\n", false),
      ("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true),
    ] {
      let client = try ConnectionDesk().connect()
      try client.send(text)
      let answer = try client.received().lowercased()
      #expect(client.isOpen == isKept, "\(text)")
      #expect(answer.contains("connection: close") == !isKept)
      #expect(answer.contains("connection: keep-alive") == (isKept && text.contains("1.0")))
    }
  }

  @Test("A connection without a request is closed after the idle time, also between requests")
  func idle() throws {
    let desk = ConnectionDesk()
    let silent = try desk.connect()
    let kept = try desk.connect()
    desk.loop.advanceTime(by: .seconds(20))
    try kept.send(request())
    desk.loop.advanceTime(by: .seconds(9))
    #expect(silent.isOpen)
    desk.loop.advanceTime(by: .seconds(1))
    #expect(!silent.isOpen)
    #expect(try silent.received() == "")
    desk.loop.advanceTime(by: .seconds(19))
    #expect(kept.isOpen)
    desk.loop.advanceTime(by: .seconds(1))
    #expect(!kept.isOpen)
  }

  @Test("A request that comes too slowly gets 408, however often a byte comes")
  func slow() throws {
    let desk = ConnectionDesk()
    let client = try desk.connect()
    desk.loop.advanceTime(by: .seconds(29))
    for byte in request().utf8.prefix(29) {
      try client.send([byte])
      desk.loop.advanceTime(by: .seconds(1))
      #expect(client.isOpen)
    }
    #expect(try client.received() == "")
    desk.loop.advanceTime(by: .seconds(1))
    #expect(try client.statuses() == [408])
    desk.loop.advanceTime(by: .seconds(1))
    #expect(!client.isOpen)
  }

  @Test("A client that does not receive its answer is closed, and what waits for it is forgotten")
  func unread() throws {
    var limits = ServerLimits()
    limits.pendingByteCount = 10
    let desk = ConnectionDesk(limits)
    let client = try desk.connect()
    let writes = HeldWrites()
    try client.channel.pipeline.syncOperations.addHandler(writes, position: .first)
    try client.send(request("/" + String(repeating: "a", count: 20)))
    let other = try desk.connect()
    try other.send(request())
    #expect(try other.statuses() == [503])
    desk.loop.advanceTime(by: .seconds(29))
    #expect(client.isOpen)
    desk.loop.advanceTime(by: .seconds(1))
    #expect(!client.isOpen)
    let third = try desk.connect()
    try third.send(request())
    #expect(try third.statuses() == [200])
  }

  @Test("A connection past the limit gets 503, and there is room again when another ends")
  func tooMany() throws {
    var limits = ServerLimits()
    limits.connectionCount = 2
    let desk = ConnectionDesk(limits)
    let (first, second) = (try desk.connect(), try desk.connect())
    let third = try desk.connect()
    #expect(try third.received().contains("HTTP/1.1 503 Service Unavailable"))
    desk.loop.advanceTime(by: .seconds(1))
    #expect(!third.isOpen && second.isOpen)
    try first.send(request("/a", "Connection: close\r\n"))
    #expect(!first.isOpen)
    desk.loop.run()
    let fourth = try desk.connect()
    try fourth.send(request())
    #expect(try fourth.statuses() == [200])
  }

  @Test("When the server stops, idle connections end at once and answers under way are sent")
  func stop() throws {
    let desk = ConnectionDesk(answersAtOnce: false)
    let (idle, busy) = (try desk.connect(), try desk.connect())
    try busy.send(request("/a") + request("/b"))
    var isDrained = false
    desk.connections.drain(on: desk.loop).assumeIsolated().whenComplete { _ in isDrained = true }
    desk.loop.run()
    #expect(!idle.isOpen)
    #expect(busy.isOpen && !isDrained)
    desk.answer()
    let answer = try busy.received()
    #expect(answer.hasSuffix("\r\n\r\n/a") && answer.contains("Connection: close"))
    #expect(!busy.isOpen && isDrained)
    #expect(desk.asked == [])
    let late = try desk.connect()
    #expect(!late.isOpen)
  }
}
