/// The weights of both axes for one sample after the other; belongs to one thread.
///
/// Of an image that is not upright spans are the same for many samples, so that weights are tabulated
/// for each span: positions are then off by at most a 2048th of a sample.
final class AxisPair {
  /// The weights of consecutive samples along one axis.
  typealias Weights = (weights: UnsafePointer<Float>, first: Int, count: Int)

  private(set) var across = UnsafeMutablePointer<Float>.allocate(capacity: 64)
  private(set) var down = UnsafeMutablePointer<Float>.allocate(capacity: 64)
  private var capacity = 64

  /// The weights of one span at each of ``phases`` positions between two samples.
  private final class Table {
    let span: Double
    let half: Int
    let weights: UnsafeMutablePointer<Float>

    init(_ kernel: ExpectedKernel, span: Double) {
      self.span = span
      let width = max(1, span)
      half = Int((kernel.radius * width).rounded(.up))
      let taps = 2 * half
      weights = .allocate(capacity: AxisPair.phases * taps)
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: taps + 4)
      defer { buffer.deallocate() }
      for phase in 0..<AxisPair.phases {
        let row = weights + phase * taps
        row.initialize(repeating: 0, count: taps)
        // The base is sample 0, whose middle is at a half.
        let center = 0.5 + (Double(phase) + 0.5) / Double(AxisPair.phases)
        let found = kernel.weights(at: center, span: span, end: .infinity, into: buffer)
        for index in 0..<found.count {
          let tap = found.first + index + half - 1
          if (0..<taps).contains(tap) { row[tap] = buffer[index] }
        }
      }
    }

    deinit { weights.deallocate() }
  }

  private static let phases = 1024
  private static let tableLimit = 64
  private let isTabulated: Bool
  private var tables: [Double: Table] = [:]
  /// What was used last along each axis, without a count of references.
  private var lastAcross = Recent()
  private var lastDown = Recent()

  private struct Recent {
    var span = -1.0
    var half = 0
    var weights: UnsafePointer<Float>?
  }

  init(_ method: RenderingMethod) {
    let isUpright = if case .separable = method.form { true } else { false }
    isTabulated = !isUpright && method.kernel.kind != .nearest && method.kernel.kind != .average
  }

  deinit {
    across.deallocate()
    down.deallocate()
  }

  /// Makes room for the weights within a reach.
  func prepare(_ reach: SIMD2<Double>) {
    let needed = 2 * Int(max(reach.x, reach.y).rounded(.up)) + 4
    if needed <= capacity { return }
    across.deallocate()
    down.deallocate()
    capacity = needed
    across = .allocate(capacity: needed)
    down = .allocate(capacity: needed)
  }

  /// The weights along one axis, as ``ExpectedKernel/weights(at:span:end:into:)`` has them.
  @inline(__always)
  func weights(
    _ kernel: ExpectedKernel, at center: Double, span: Double, end: Double, isAcross: Bool
  ) -> Weights {
    guard isTabulated else {
      let memory = isAcross ? across : down
      let found = kernel.weights(at: center, span: span, end: end, into: memory)
      return (UnsafePointer(memory), found.first, found.count)
    }
    var recent = isAcross ? lastAcross : lastDown
    if recent.span != span { recent = makeTable(kernel, span, isAcross) }
    let fine = center - 0.5
    let base = ExpectedKernel.floor(fine)
    let phase = Int((fine - Double(base)) * Double(Self.phases))
    let taps = 2 &* recent.half
    guard let weights = recent.weights else { return (UnsafePointer(across), 0, 0) }
    return (
      weights + min(phase, Self.phases &- 1) &* taps, base &- recent.half &+ 1, taps
    )
  }

  private func makeTable(_ kernel: ExpectedKernel, _ span: Double, _ isAcross: Bool) -> Recent {
    // A perspective has some for each step of its spans.
    if tables.count > Self.tableLimit {
      tables = [:]
      (lastAcross, lastDown) = (Recent(), Recent())
    }
    let table = tables[span] ?? Table(kernel, span: span)
    tables[span] = table
    let recent = Recent(span: span, half: table.half, weights: UnsafePointer(table.weights))
    if isAcross { lastAcross = recent } else { lastDown = recent }
    return recent
  }
}
