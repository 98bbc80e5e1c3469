import TileModel
import Foundation

/// How progress is shown.
enum ProgressStyle: String, CaseIterable, Sendable {
  /// A bar on a terminal, plain lines elsewhere.
  case auto
  /// A line that is redrawn.
  case bar
  /// A line every few seconds.
  case plain
  /// A JSON object per line, twice a second.
  case json
  /// Nothing.
  case none
}

/// Shows progress on standard error; may be told of it from any thread.
final class ProgressDisplay: Sendable {
  private let style: ProgressStyle
  private let start = ContinuousClock.now
  private let lastShown = Guarded<Double?>(nil)

  init(style: ProgressStyle) {
    self.style = style == .auto ? (StandardError.isTerminal ? .bar : .plain) : style
  }

  /// The seconds since the display was made.
  var seconds: Double {
    let elapsed = start.duration(to: .now).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }

  /// Shows a state, unless one was shown a moment ago.
  func show(_ snapshot: @autoclosure () -> ProgressSnapshot) {
    guard style != .none, isDue else { return }
    write(snapshot(), event: "progress")
  }

  /// Shows the last state and ends the line.
  func finish(_ snapshot: ProgressSnapshot) {
    write(snapshot, event: "done")
    if style == .bar { StandardError.show("\n") }
  }

  /// Ends a line that was being redrawn.
  func stop() {
    if style == .bar, lastShown.withLock({ $0 != nil }) { StandardError.show("\n") }
  }

  private var isDue: Bool {
    let interval = style == .bar ? 0.1 : style == .json ? 0.5 : 5
    let now = seconds
    return lastShown.withLock { last in
      guard now - (last ?? (style == .plain ? 0 : -.infinity)) >= interval else { return false }
      last = now
      return true
    }
  }

  private func write(_ snapshot: ProgressSnapshot, event: String) {
    switch style {
    case .none, .auto: break
    case .json: StandardError.print(ProgressText.json(snapshot, event: event))
    case .plain: StandardError.print(ProgressText.plain(snapshot))
    case .bar:
      let line = ProgressText.bar(snapshot, columns: StandardError.columns)
      // Carriage return, the line, and a control sequence that clears what a longer one left.
      StandardError.show("\r\(line.displayLine)\u{1B}[K")
    }
  }
}
