import TileModel

/// The state of a build.
struct ProgressSnapshot: Hashable, Sendable {
  /// In `0...1`.
  var fraction: Double
  var zoom: Int
  var tiles: Int
  var bytes: Int
  var seconds: Double
  var startFraction = 0.0

  /// `nil` while they are a guess.
  var secondsLeft: Double? {
    let done = fraction - startFraction
    guard done >= 0.02, seconds >= 1 else { return nil }
    return seconds * (1 - fraction) / done
  }
}

enum ProgressText {
  static func bar(_ snapshot: ProgressSnapshot, columns: Int) -> String {
    let details = details(snapshot)
    let percent = percent(snapshot.fraction)
    let room = columns - details.count - 9
    guard room >= 8 else { return String("\(percent) \(details)".prefix(max(columns - 1, 0))) }
    let width = min(room, 40)
    let filled = Int(Double(width) * min(max(snapshot.fraction, 0), 1))
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
    let padding = String(repeating: " ", count: 4 - percent.count)
    return "[\(bar)] \(padding)\(percent) \(details)"
  }

  static func plain(_ snapshot: ProgressSnapshot) -> String {
    "\(percent(snapshot.fraction)) \(details(snapshot))"
  }

  static func json(_ snapshot: ProgressSnapshot, event: String = "progress") -> String {
    var members: [(String, JSONValue)] = [
      ("event", .string(event)), ("fraction", .number(NumberText.fixed(snapshot.fraction, 4))),
      ("zoom", .number(snapshot.zoom)), ("tiles", .number(snapshot.tiles)),
      ("bytes", .number(snapshot.bytes)),
      ("seconds", .number(NumberText.fixed(snapshot.seconds, 3))),
    ]
    if let left = snapshot.secondsLeft {
      members.append(("secondsLeft", .number(NumberText.fixed(left, 1))))
    }
    return JSONValue.members(members).line
  }

  /// In the unit that suits, in powers of 1024.
  static func size(_ bytes: Int) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB"]
    var value = Double(bytes)
    var unit = 0
    while value >= 1000, unit < units.count - 1 {
      value /= 1024
      unit += 1
    }
    return "\(NumberText.fixed(value, unit == 0 || value >= 100 ? 0 : 1)) \(units[unit])"
  }

  static func elapsed(_ seconds: Double) -> String {
    guard (0..<1).contains(seconds) else { return duration(seconds) }
    return "\(Int((seconds * 1000).rounded())) ms"
  }

  /// A duration as `4 s`, `3:05` or `1:02:03`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    if whole < 3600 { return "\(whole / 60):\(two(whole % 60))" }
    return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }

  /// Whole percents, rounded down.
  static func percent(_ fraction: Double) -> String {
    "\(Int((min(max(fraction, 0), 1) * 100).rounded(.down)))%"
  }

  private static func details(_ snapshot: ProgressSnapshot) -> String {
    var text = "zoom \(snapshot.zoom), \(snapshot.tiles) tiles, \(size(snapshot.bytes))"
    if let left = snapshot.secondsLeft, snapshot.fraction < 1 { text += ", \(duration(left)) left" }
    return text
  }
}
