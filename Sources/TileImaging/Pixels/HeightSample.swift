package import TileModel

/// A height as a straight RGBA8 pixel, red in the low byte: the form of heights in rows and tiles
/// before encoding.
///
/// Opaque pixels are those of ``TileModel/ElevationEncoding/terrarium``; all others are 0, for no
/// height.
package enum HeightSample {
  /// Height difference of one step, in metres.
  package static let step = 1.0 / 256
  /// Height of no steps, in metres.
  package static let lowest = ElevationEncoding.terrarium.lowest

  /// Steps above the lowest height; undefined for transparent samples.
  @inline(__always)
  package static func steps(of sample: UInt32) -> UInt32 { sample.byteSwapped &>> 8 }

  /// The opaque sample of a number of steps below 2^24.
  @inline(__always)
  package static func sample(steps: UInt32) -> UInt32 { (steps &<< 8).byteSwapped | 0xFF00_0000 }

  /// Height of an opaque sample in metres.
  @inline(__always)
  package static func metres(of sample: UInt32) -> Double {
    lowest + Double(steps(of: sample)) * step
  }

  /// The nearest sample, red in the low byte; 0 for NaN and heights out of range.
  @inline(__always)
  package static func sample(metres: Double) -> UInt32 {
    let steps = ((metres - lowest) * 256).rounded()
    // Comparisons fail for NaN.
    guard steps >= 0, steps < 0x1p24 else { return 0 }
    return sample(steps: UInt32(steps))
  }
}

extension LayerDefinition.Elevation {
  package var isIdentity: Bool { encoding == .terrarium && noDataHeight == nil }

  package func fileSample(of sample: UInt32) -> UInt32 {
    guard sample >= 0xFF00_0000 else { return noDataHeight.map { encoded($0) } ?? 0 }
    return encoding == .terrarium ? sample : encoded(HeightSample.metres(of: sample))
  }

  package func sample(ofFile sample: UInt32) -> UInt32 {
    guard sample >= 0xFF00_0000 else { return 0 }
    return encoding == .terrarium ? sample : HeightSample.sample(metres: height(ofFile: sample))
  }

  package func samples(ofFile samples: [UInt8]) -> [UInt8] {
    if isIdentity { return samples }
    return samples.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt32.self).map {
        sample(ofFile: UInt32(littleEndian: $0)).littleEndian
      }.withUnsafeBytes { Array($0) }
    }
  }

  package var fill: UInt32? { noDataHeight == nil ? nil : sample(ofFile: fileSample(of: 0)) }

  /// Height in metres of an opaque sample of a file.
  package func height(ofFile sample: UInt32) -> Double {
    encoding.height(
      red: UInt8(truncatingIfNeeded: sample), green: UInt8(truncatingIfNeeded: sample >> 8),
      blue: UInt8(truncatingIfNeeded: sample >> 16))
  }

  private func encoded(_ height: Double) -> UInt32 {
    HeightSample.sample(steps: encoding.number(ofHeight: height))
  }
}
