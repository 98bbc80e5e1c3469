import Foundation
import Platform
import Testing
import TileImaging
import TilePyramidTesting

/// Chromium without a window, driven over its debugging pipe as a person would drive it.
///
/// Source: Chrome DevTools Protocol; messages are JSON that ends in NUL, read by the browser from
/// descriptor 3 and written to 4.
final class Browser {
  /// The first of the usual names under which Chromium is installed.
  static let executable: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome-headless-shell"]
    let paths = folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
    return (paths + ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"])
      .first(where: FileManager.default.isExecutableFile)
  }()

  static var isInstalled: Bool { executable != nil }

  struct Failure: Error { let message: String }

  private let folder: TemporaryDirectory
  /// The server of the page, and what it serves.
  private var served: (server: ServeProcess, owner: Any)?
  private let process = Process()
  private let requests: Int32
  private let answers: Int32
  private var session: String?
  private var lastIdentifier = 0
  private var received: [UInt8] = []
  /// The browser's unsolicited messages.
  private(set) var events: [(method: String, parameters: [String: Any])] = []

  /// Starts the browser with one page of a size in CSS pixels.
  ///
  /// WebGL is drawn without a graphics card.
  init(width: Int, height: Int, scale: Double = 1, drawsWebGL: Bool = false) throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    let pipes = ["requests", "answers"].map { folder.path($0) }
    for pipe in pipes where mkfifo(pipe, 0o600) != 0 { throw Failure(message: "mkfifo: \(errno)") }
    // Open in both directions, so that neither side waits for the other to open its end.
    requests = open(pipes[0], O_RDWR | O_CLOEXEC)
    answers = open(pipes[1], O_RDWR | O_CLOEXEC)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", #"exec 3<"$1" 4>"$2"; shift 2; exec "$@""#, "sh", pipes[0], pipes[1],
      try #require(Self.executable), "--headless", "--no-sandbox",
      "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-dev-shm-usage",
      "--user-data-dir=\(folder.path("profile"))", "--remote-debugging-pipe",
    ]
    process.arguments? +=
      drawsWebGL
      ? ["--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader", "about:blank"]
      : ["--disable-gpu", "about:blank"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let attached = try call(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log", "Network"] { try call("\(domain).enable") }
    try resize(width: width, height: height, scale: scale)
  }

  /// Starts a command that serves, and opens its page without motion; `owner`, which it serves, is kept.
  convenience init(
    opening arguments: [String], width: Int = 1300, height: Int = 850, of owner: Any
  ) throws {
    try self.init(width: width, height: height)
    let server = try ServeProcess(arguments: arguments + ["--port", "0"])
    served = (server, owner)
    try reduceMotion()
    try visit(server.address)
  }

  /// The address of the page's server.
  var address: String { served?.server.address ?? "" }

  /// Confirms that nothing went wrong in the page, and that its server ends with 0.
  func end(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(complaints.isEmpty, "\(complaints)", sourceLocation: sourceLocation)
    guard let served else { return }
    #expect(served.server.stop(SIGTERM).status == 0, sourceLocation: sourceLocation)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    close(requests)
    close(answers)
  }

  /// Gives the page a size in CSS pixels, each of `scale` pixels of the screen.
  func resize(width: Int, height: Int, scale: Double = 1) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": false])
  }

  /// Has the page do at once what it otherwise does smoothly.
  func reduceMotion() throws {
    try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
  }

  /// Has the page seen by a person who prefers a colour scheme, without motion.
  func prefer(_ scheme: String) throws {
    try call(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-reduced-motion", "value": "reduce"],
          ["name": "prefers-color-scheme", "value": scheme],
        ]
      ])
  }

  /// Lets the page read and write the clipboard.
  func allowClipboard() throws {
    try call(
      "Browser.grantPermissions",
      ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
  }

  /// Opens an address and waits until the page says that it is idle.
  func visit(_ address: String) throws {
    // From another page, since a change of the fragment alone loads nothing.
    try call("Page.navigate", ["url": "about:blank"])
    try call("Page.navigate", ["url": address])
    try waitUntilIdle()
  }

  /// Waits until the page has drawn what it was asked for and expects nothing more.
  func waitUntilIdle(_ condition: String = "document.documentElement.dataset.state === 'idle'")
    throws
  {
    let script = """
      new Promise((resolve, reject) => {
        const limit = performance.now() + 60000;
        const look = () => {
          if (location.href !== 'about:blank' && document.readyState === 'complete' && (\(condition))) {
            return resolve(true);
          }
          if (performance.now() > limit) return reject(new Error('never: ' + document.body.innerText));
          setTimeout(look, 30);
        };
        requestAnimationFrame(() => requestAnimationFrame(look));
      })
      """
    // A navigation under way ends the script; then it is asked again.
    for _ in 0..<20 {
      let answer = try call(
        "Runtime.evaluate",
        ["expression": script, "awaitPromise": true, "returnByValue": true], mayFail: true)
      if let result = answer["result"] as? [String: Any], result["value"] as? Bool == true {
        return
      }
      if let details = answer["exceptionDetails"] { throw Failure(message: "\(details)") }
    }
    throw Failure(message: "the page was never idle")
  }

  /// Reloads the page, and answers what it asks before it is left.
  func reload(leaving: Bool) throws -> [String] {
    let before = events.count
    // A page that asks answers nothing until it is answered.
    try call("Runtime.evaluate", ["expression": "setTimeout(() => location.reload(), 0), true"])
    var kinds: [String] = []
    while true {
      let named = events.dropFirst(before + kinds.count)
      if let dialog = named.first(where: { $0.method == "Page.javascriptDialogOpening" }) {
        kinds.append(dialog.parameters["type"] as? String ?? "")
        try call("Page.handleJavaScriptDialog", ["accept": leaving])
        return kinds
      }
      if named.contains(where: { $0.method == "Page.loadEventFired" }) { return kinds }
      try nextEvent()
    }
  }

  private func nextEvent() throws {
    let message = try nextMessage()
    if let event = message["method"] as? String {
      events.append((event, message["params"] as? [String: Any] ?? [:]))
    }
  }

  /// The value of an expression in the page.
  func value(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let details = answer["exceptionDetails"] { throw Failure(message: "\(details)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// The text of the element with an identifier.
  func text(_ identifier: String) throws -> String? {
    try value("document.getElementById('\(identifier)').textContent") as? String
  }

  func isHidden(_ identifier: String) throws -> Bool? {
    try value("document.getElementById('\(identifier)').hidden") as? Bool
  }

  /// Clicks an element, wherever on the page it is, and waits for what comes of it.
  func press(_ selector: String) throws {
    _ = try value("document.querySelector(`\(selector)`).scrollIntoView()")
    try click(selector)
    try waitUntilIdle()
  }

  /// Chooses how the editor's plan is placed.
  func choose(_ mode: String) throws {
    _ = try value("document.querySelector('input[name=mode][value=\(mode)]').click()")
    try waitUntilIdle()
  }

  /// Presses and releases the mouse in the middle of an element.
  func click(_ selector: String) throws {
    let middle = try value(
      """
      (() => {
        const box = document.querySelector(`\(selector)`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      })()
      """)
    let location = try #require(middle as? [Double])
    for type in ["mousePressed", "mouseReleased"] {
      try mouse(type, x: location[0], y: location[1], more: ["clickCount": 1])
    }
  }

  /// Moves the mouse to a position, clicks there, and waits for what comes of it.
  func click(at position: (x: Double, y: Double), modifiers: Int = 0) throws {
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
      try mouse(
        type, x: position.x, y: position.y, more: ["clickCount": 1, "modifiers": modifiers])
    }
    try waitUntilIdle()
  }

  /// The place of a pixel of the editor's plan on the screen.
  func screen(_ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
    let found = try value(
      """
      (() => {
        const { left, top } = editor.plan.stage.getBoundingClientRect();
        const { x, y } = editor.plan.screenOfPosition([\(x), \(y)]);
        return [left + x, top + y];
      })()
      """)
    let numbers = try #require(found as? [Double])
    return (numbers[0], numbers[1])
  }

  /// Sends an event of the mouse at a position in CSS pixels.
  func mouse(_ type: String, x: Double, y: Double, more: [String: Any] = [:]) throws {
    let event: [String: Any] = ["type": type, "x": x, "y": y, "button": "left"]
    try call("Input.dispatchMouseEvent", event.merging(more) { $1 })
  }

  /// Presses and releases a key.
  func type(key: String) throws {
    for type in ["keyDown", "keyUp"] {
      try call("Input.dispatchKeyEvent", ["type": type, "key": key])
    }
  }

  /// Types a text into what has the focus.
  func insert(_ text: String) throws { try call("Input.insertText", ["text": text]) }

  /// Sends an event of two fingers at positions in CSS pixels.
  func touch(_ type: String, _ fingers: [(x: Double, y: Double)]) throws {
    try call("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
    let points = fingers.enumerated().map { ["x": $1.x, "y": $1.y, "id": Double($0)] }
    try call("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
  }

  /// The visible page, in pixels of the screen.
  func screenshot() throws -> RGBAImage {
    let answer = try call("Page.captureScreenshot", ["format": "png"])
    let text = try #require(answer["data"] as? String)
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    return try PNGDecoder.decode(bytes, limits: .source)
  }

  /// Everything that went wrong in the page: failed requests, messages of the console, exceptions.
  var complaints: [String] {
    events.compactMap { method, parameters in
      switch method {
      case "Network.loadingFailed", "Runtime.exceptionThrown", "Runtime.consoleAPICalled":
        return "\(method): \(parameters)"
      case "Log.entryAdded": return "\(parameters["entry"] ?? "")"
      case "Network.responseReceived":
        let response = parameters["response"] as? [String: Any] ?? [:]
        let status = response["status"] as? Int ?? 0
        return status >= 400 ? "\(status) \(response["url"] ?? "")" : nil
      default: return nil
      }
    }
  }

  /// The addresses that the page has asked for.
  var requestedAddresses: [String] {
    events.filter { $0.method == "Network.requestWillBeSent" }.compactMap {
      ($0.parameters["request"] as? [String: Any])?["url"] as? String
    }
  }

  /// Sends a command and waits for its result.
  @discardableResult
  private func call(
    _ method: String, _ parameters: [String: Any] = [:], mayFail: Bool = false
  ) throws -> [String: Any] {
    lastIdentifier += 1
    var message: [String: Any] = ["id": lastIdentifier, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    var bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
    while !bytes.isEmpty {
      let count = write(requests, bytes, bytes.count)
      guard count > 0 else { throw Failure(message: "write: \(errno)") }
      bytes.removeFirst(count)
    }
    while true {
      let answer = try nextMessage()
      if let identifier = answer["id"] as? Int {
        guard identifier == lastIdentifier else { continue }
        if let error = answer["error"], !mayFail { throw Failure(message: "\(method): \(error)") }
        return answer["result"] as? [String: Any] ?? [:]
      }
      if let event = answer["method"] as? String {
        events.append((event, answer["params"] as? [String: Any] ?? [:]))
      }
    }
  }

  private func nextMessage() throws -> [String: Any] {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let object = try JSONSerialization.jsonObject(with: Data(received[..<end]))
        received.removeSubrange(...end)
        return try #require(object as? [String: Any])
      }
      searched = received.count
      var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 120_000) == 1 else {
        throw Failure(message: "the browser says nothing")
      }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(answers, &piece, piece.count)
      guard count > 0 else { throw Failure(message: "read: \(errno)") }
      received += piece[..<count]
    }
  }
}
