/// Decoded tiles of one layer in a picture, as its rows sample them.
final class TileMosaic: @unchecked Sendable {
  // SAFETY: nothing changes after the initialiser.

  private typealias Slots = UnsafeMutablePointer<UnsafeRawPointer?>

  private let plan: LayerSampling
  private let samples: TileSamples
  private let slots: [Slots?]

  let tileCount: Int

  init(_ plan: LayerSampling, _ samples: TileSamples) {
    self.plan = plan
    self.samples = samples
    let positions = samples.positions()
    tileCount = positions.count { $0 != nil }
    slots = plan.levels.map { level in
      guard let numbers = level?.numbers, !numbers.isEmpty else { return nil }
      let slots = Slots.allocate(capacity: numbers.count)
      for (slot, number) in numbers.enumerated() {
        (slots + slot).initialize(to: number >= 0 ? positions[Int(number)] : nil)
      }
      return slots
    }
  }

  deinit { for slots in slots { slots?.deallocate() } }

  func draw(row: Int, opacity: Float, onto target: SnapshotRow) {
    guard let plan = plan.rows[row], let level = self.plan.levels[plan.zoom],
      let slots = slots[plan.zoom]
    else { return }
    let sampler = TileSampler(
      slots: UnsafePointer(slots), columns: level.columns, side: self.plan.side)
    let origin = (
      x: Double(level.firstColumn * self.plan.side), y: Double(level.firstRow * self.plan.side)
    )
    for line in plan.lines {
      for column in 0..<plan.columns {
        let along = (Double(column) + 0.5) / Double(plan.columns)
        // Samples have their values at their centres.
        sampler.add(
          SampleLine(
            x: line.x + along * line.stepX - 0.5 - origin.x,
            y: line.y + along * line.stepY - 0.5 - origin.y, stepX: line.stepX, stepY: line.stepY),
          to: target.sums, count: target.width)
      }
    }
    target.composeSums(factor: opacity / Float(plan.lines.count * plan.columns))
  }
}
