package import Georeferencing
import RasterSources
import TileModel

/// Images of which overviews are hard to make.
package enum Drawing: String, CaseIterable, Sendable {
  case noise, noiseWithAlpha, verticalLines, horizontalLines, diagonalLines
  case hatch2, hatch3, hatch4, hatch10, linesOnNothing, floorPlan, flat

  /// Whether its means over blocks of samples take many values.
  package var isDiverse: Bool {
    switch self {
    case .noise, .noiseWithAlpha, .floorPlan: true
    default: false
    }
  }

  /// The image, which most tests read several times.
  package func raster(_ size: PixelSize) -> SyntheticRaster {
    let image = computed(size)
    return self == .flat ? image : image.inMemory()
  }

  private func computed(_ size: PixelSize) -> SyntheticRaster {
    switch self {
    case .noise: .noise(seed: 7, opaque: true, size: size)
    case .noiseWithAlpha: .noise(seed: 8, opaque: false, size: size)
    case .verticalLines: .lines(size: size) { x, _ in x % 37 == 5 }
    case .horizontalLines: .lines(size: size) { _, y in y % 37 == 5 }
    case .diagonalLines: .lines(size: size) { x, y in (x + y) % 41 == 0 || (x - y) % 53 == 0 }
    case .hatch2: .lines(size: size) { x, y in (y < 400 ? x : y) % 2 == 0 }
    case .hatch3: .lines(size: size) { x, y in (y < 400 ? x : x + y) % 3 == 0 }
    case .hatch4: .lines(size: size) { x, y in (y < 400 ? y : x + y) % 4 == 1 }
    case .hatch10: .lines(size: size) { x, y in (y < 400 ? x : y) % 10 == 3 }
    case .linesOnNothing: .lineArt(size: size)
    case .floorPlan: .floorPlan(pixelsPerMetre: Double(size.width) / 60)
    case .flat: .flat(PixelColor(201, 102, 3), size: size)
    }
  }
}
