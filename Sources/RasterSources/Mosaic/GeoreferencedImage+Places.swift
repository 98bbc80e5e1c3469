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
      }
    }
    let hash = numbers.withUnsafeBytes { Hash128(hashing: $0) }
    return String(hash.high, radix: 16) + String(hash.low, radix: 16)
  }
}
