/// The inner loop for a block that is all on the image, with kernels of at most eight samples a
/// side.
///
/// Weights come in all lanes: the compiler turns the spreading of one into shuffles of all samples.
struct NarrowGather<Mixing: SampleMixing> {
  let window: UnsafePointer<Premultiplied>
  /// For each sample of ``window``, 0 when the three to its right and the one below are equal to
  /// it.
  let changes: UnsafePointer<UInt32>
  let width: Int
  /// Source column and row of the first sample of ``window``.
  let origin: (x: Int, y: Int)
  let across: KernelTable
  let down: KernelTable

  func render(_ block: BlockMapping, into out: UnsafeMutablePointer<UInt32>, tileSize: Int) {
    let (tapsX, tapsY) = (across.taps, down.taps)
    across.lanes.withUnsafeBufferPointer { weightsX in
      down.lanes.withUnsafeBufferPointer { weightsY in
        guard let weightsX = weightsX.baseAddress, let weightsY = weightsY.baseAddress else {
          return
        }
        // Weights add up to 1: equal samples make the same sample again.
        if tapsX == 4, tapsY == 4 {
          forEachSample(of: block, into: out, tileSize) { index, phaseX, phaseY in
            if isFlat(index) { return sample(window[index]) }
            return sample(sum4(index, weightsX + 4 &* phaseX, weightsY + 4 &* phaseY))
          }
        } else {
          forEachSample(of: block, into: out, tileSize) { index, phaseX, phaseY in
            if isFlat(index, tapsX, tapsY) { return sample(window[index]) }
            let weightX = weightsX + tapsX &* phaseX
            let weightY = weightsY + tapsY &* phaseY
            return sample(
              Premultiplication.sum(window + index, width, tapsX, tapsY) {
                weightX[$0]
              } down: {
                weightY[$0]
              })
          }
        }
      }
    }
  }

  @inline(__always)
  private func sample(_ value: Premultiplied) -> UInt32 {
    Mixing.straight(value, coverage: 1)
  }

  /// `make` computes a sample of the window at its position.
  ///
  /// Positions step along a row in units of 2^-32 of a sample. They stray by less than 2^-26 over a
  /// block: far less than a phase.
  @inline(__always)
  private func forEachSample(
    of block: BlockMapping, into out: UnsafeMutablePointer<UInt32>, _ tileSize: Int,
    make: (_ index: Int, _ phaseX: Int, _ phaseY: Int) -> UInt32
  ) {
    // The start of the kernel of the first phase at position 0.
    let first = SIMD2(
      Double(origin.x + across.taps / 2) - 0.5, Double(origin.y + down.taps / 2) - 0.5)
    let phaseShift = Int64(32 - KernelTable.phaseCount.trailingZeroBitCount)
    let phaseMask = Int64(KernelTable.phaseCount - 1)
    for row in 0..<block.side {
      let worldY = Double(block.y + row) + 0.5
      let start = block.position(atX: Double(block.x) + 0.5, y: worldY)
      let step = block.position(atX: Double(block.x) + 1.5, y: worldY) - start
      let begin = start - first
      var x = Int64(begin.x * 0x1p32)
      var y = Int64(begin.y * 0x1p32)
      let stepX = Int64(step.x * 0x1p32)
      let stepY = Int64(step.y * 0x1p32)
      let target = out + row &* tileSize
      for column in 0..<block.side {
        let index = Int(y &>> 32) &* width &+ Int(x &>> 32)
        let phaseX = Int(x &>> phaseShift & phaseMask)
        let phaseY = Int(y &>> phaseShift & phaseMask)
        target[column] = make(index, phaseX, phaseY)
        x &+= stepX
        y &+= stepY
      }
    }
  }

  @inline(__always)
  private func isFlat(_ index: Int) -> Bool {
    let change = changes + index
    return change[0] | change[width] | change[2 &* width] | change[3 &* width] == 0
  }

  @inline(__always)
  private func isFlat(_ index: Int, _ tapsX: Int, _ tapsY: Int) -> Bool {
    var change: UInt32 = 0
    var column = 0
    repeat {
      var row = changes + (index &+ column)
      for _ in 0..<tapsY {
        change |= row[0]
        row += width
      }
      if column &+ 4 >= tapsX { break }
      // A note tells of four samples, so that the next begins at the last of them.
      column = min(column &+ 3, tapsX &- 4)
    } while change == 0
    return change == 0
  }

  @inline(__always)
  private func sum4(
    _ index: Int, _ x: UnsafePointer<SIMD4<Float>>, _ y: UnsafePointer<SIMD4<Float>>
  ) -> Premultiplied {
    let samples = window + index
    @inline(__always)
    func row(_ samples: UnsafePointer<Premultiplied>) -> Premultiplied {
      (samples[0] * x[0] + samples[1] * x[1]) + (samples[2] * x[2] + samples[3] * x[3])
    }
    return (row(samples) * y[0] + row(samples + width) * y[1])
      + (row(samples + 2 &* width) * y[2] + row(samples + 3 &* width) * y[3])
  }
}
