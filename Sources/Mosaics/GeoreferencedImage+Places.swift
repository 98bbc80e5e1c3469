import Georeferencing
package import Hashing
import RasterSources
package import TileModel

/// Fingerprint and reach of an image in a mosaic, for change detection.
package struct PlacedImageRecord: Hashable, Sendable {
  package let hash: Hash128
  /// Projected rectangle of all places at which a kernel sees the image.
  package let bounds: MercatorBounds

  package init(hash: Hash128, bounds: MercatorBounds) {
    self.hash = hash
    self.bounds = bounds
  }
}

extension GeoreferencedImage {
  var grids: [GridRaster] {
    raster.header.composite?.sheets
      ?? [GridRaster(raster: raster, georeference: resolved.georeference)]
  }

  private var featherWidth: UInt64 { UInt64(raster.header.composite?.featherWidth ?? 0) }

  package var placesFingerprint: String {
    var numbers = [featherWidth]
    for sheet in grids {
      numbers += sheet.placeNumbers
      guard let mosaic = sheet.raster.unchanged as? ImageMosaic else { continue }
      for member in mosaic.members { numbers += member.placeNumbers }
    }
    return numbers.hexadecimalHash
  }

  package var gridsFingerprint: String {
    ([featherWidth] + grids.flatMap(\.placeNumbers)).hexadecimalHash
  }

  /// In the order of painting; `nil` for a single image, or where one has no position.
  package var placedImages: [PlacedImageRecord]? {
    var records: [PlacedImageRecord] = []
    for (index, sheet) in grids.enumerated() {
      guard let mosaic = sheet.raster as? ImageMosaic else { return nil }
      for member in mosaic.members {
        guard let bounds = sheet.georeference.reachingBounds(of: member) else { return nil }
        let state = [Hash128(hashing: Array(member.fingerprint.text.utf8))]
          .flatMap { [$0.low, $0.high] }
        let numbers = [UInt64(index)] + state + member.placeNumbers + member.listed.readingNumbers
        records.append(
          PlacedImageRecord(hash: numbers.withUnsafeBytes { Hash128(hashing: $0) }, bounds: bounds))
      }
    }
    return records
  }
}

extension SourceImages {
  package var readingFingerprint: String {
    let numbers = images.enumerated().flatMap { index, image in
      let own = image.readingNumbers
      return own.isEmpty ? [] : [UInt64(index)] + own
    }
    return numbers.isEmpty ? "as its file says" : numbers.hexadecimalHash
  }
}

extension GridRaster {
  fileprivate var placeNumbers: [UInt64] {
    raster.size.corners.flatMap { corner in
      let position = georeference.mercator(of: corner)
      return [corner.x, corner.y, position.x, position.y].map(\.bitPattern)
    }
  }
}

extension MosaicMember {
  fileprivate var placeNumbers: [UInt64] {
    let place = [column, row, size.width, size.height]
    let used = part.map {
      [$0.columns.lowerBound, $0.rows.lowerBound, $0.outline?.fingerprint ?? 0]
    }
    var range: [UInt64] = []
    if case .range(let low, let high)? = stretch { range = [low.bitPattern, high.bitPattern] }
    return (place + (used ?? [])).map { UInt64(bitPattern: Int64($0)) } + range
  }
}

extension ListedImage {
  var readingNumbers: [UInt64] {
    guard case .virtual(let source) = statement else { return [] }
    let bands = source.bands.map { $0.colors + [$0.alpha ?? 0] } ?? []
    return bands.map(UInt64.init) + source.statements.numbers
  }
}

extension [UInt64] {
  var hexadecimalHash: String {
    let hash = withUnsafeBytes { Hash128(hashing: $0) }
    return String(hash.high, radix: 16) + "," + String(hash.low, radix: 16)
  }
}

extension Georeference {
  /// Includes a margin of four pixels.
  fileprivate func reachingBounds(of member: MosaicMember) -> MercatorBounds? {
    guard member.column != 0 || member.row != 0 else { return reachingBounds(of: member.size) }
    guard case .affine(var affine) = pixelToCRS else { return nil }
    let origin = affine.apply(PixelPoint(x: Double(member.column), y: Double(member.row)))
    (affine.originX, affine.originY) = (origin.x, origin.y)
    return Georeference(crs: crs, pixelToCRS: .affine(affine)).reachingBounds(of: member.size)
  }

  /// Four pixels are one more than kernels reach.
  private func reachingBounds(of size: PixelSize) -> MercatorBounds? {
    guard let bounds = roughBounds(of: size) else { return nil }
    let step = projectedResolution(at: size.center)
    let reach = 4 * max(step.perColumn, step.perRow)
    guard reach.isFinite else { return nil }
    return MercatorBounds(
      minX: bounds.minX - reach, minY: bounds.minY - reach, maxX: bounds.maxX + reach,
      maxY: bounds.maxY + reach)
  }
}
