import TileModel
import Foundation

/// A form of progress.
enum ProgressStyle: String, CaseIterable, Sendable {
  case auto
  case bar
  case plain
  case json
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

  var seconds: Double {
    let elapsed = start.duration(to: .now).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }

  func show(_ snapshot: @autoclosure () -> ProgressSnapshot) {
    guard style != .none, isDue else { return }
    write(snapshot(), event: "progress")
  }

  func finish(_ snapshot: ProgressSnapshot) {
    write(snapshot, event: "done")
    if style == .bar { StandardError.show("\n") }
  }

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
