/// Memory for the weights of both axes of one sample; belongs to one thread.
final class AxisPair {

  private(set) var across = UnsafeMutablePointer<Float>.allocate(capacity: 64)
  private(set) var down = UnsafeMutablePointer<Float>.allocate(capacity: 64)
  private var capacity = 64

  deinit {
    across.deallocate()
    down.deallocate()
  }

  func prepare(_ reach: SIMD2<Double>) {
    let needed = 2 * Int(max(reach.x, reach.y).rounded(.up)) + 4
    if needed <= capacity { return }
    across.deallocate()
    down.deallocate()
    capacity = needed
    across = .allocate(capacity: needed)
    down = .allocate(capacity: needed)
  }
}
