import Hashing
import TileModel

extension GeoreferencedImage {
  /// A hash of where each of several images is in their picture, which differs where any of them is
  /// elsewhere or of another size.
  package var placesFingerprint: String {
    let sheets =
      raster.sheets.isEmpty
      ? [RasterSheet(raster: raster, georeference: resolved.georeference)] : raster.sheets
    var numbers: [UInt64] = []
    for sheet in sheets {
      numbers += sheet.raster.size.corners.flatMap { corner in
        let position = sheet.georeference.mercator(of: corner)
        return [position.x.bitPattern, position.y.bitPattern]
      }
      guard let mosaic = sheet.raster as? ImageMosaic else { continue }
      for member in mosaic.members {
        numbers += [member.column, member.row, member.size.width, member.size.height]
          .map { UInt64(bitPattern: Int64($0)) }
        guard let part = member.part else { continue }
        numbers += [
          part.columns.lowerBound, part.rows.lowerBound, part.outline?.fingerprint ?? 0,
        ].map { UInt64(bitPattern: Int64($0)) }
      }
    }
    let hash = numbers.withUnsafeBytes { Hash128(hashing: $0) }
    return String(hash.high, radix: 16) + String(hash.low, radix: 16)
  }
}

extension SourceImages {
  /// A hash of how the samples of each image are read, as far as a list says that.
  package var readingFingerprint: String {
    var numbers: [UInt64] = []
    for (index, image) in images.enumerated() {
      guard case .virtual(let source) = image.statement else { continue }
      let bands = source.bands.map { $0.colors + [$0.alpha ?? 0] } ?? []
      numbers.append(UInt64(index))
      numbers += bands.map(UInt64.init)
      numbers.append(source.noData?.bitPattern ?? .max)
    }
    guard !numbers.isEmpty else { return "as its file says" }
    return String(numbers.withUnsafeBytes { Hash128(hashing: $0) }.low, radix: 16)
  }
}
