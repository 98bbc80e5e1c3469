import Georeferencing
import RasterSources

/// Header of an image file for a mosaic that does not open the file.
struct ImageHeader: Hashable, Sendable {
  let size: PixelSize
  let kind: Kind

  /// Properties shared by most images of a list.
  struct Kind: Hashable, Sendable, Codable {
    let isOpaque: Bool
    let storesRowsInOrder: Bool
    let rowReadingBytes: Int
    let rowPasses: Int
    let windowBytes: Int?
    let notices: [RasterNotice]
  }

  init(size: PixelSize, kind: Kind) { (self.size, self.kind) = (size, kind) }

  init(_ raster: any RasterSource) {
    let capabilities = raster.capabilities
    size = raster.size
    kind = Kind(
      isOpaque: raster.isOpaque, storesRowsInOrder: capabilities.storesRowsInOrder,
      rowReadingBytes: capabilities.rowReadingBytes, rowPasses: capabilities.rowPasses,
      windowBytes: capabilities.windowBytes,
      // All are stretched alike, so what one alone would need is not said.
      notices: raster.notices.filter { if case .stretched = $0 { false } else { true } })
  }

  func of(_ part: ImagePart) -> ImageHeader {
    ImageHeader(
      size: part.size,
      kind: Kind(
        isOpaque: kind.isOpaque && part.outline == nil, storesRowsInOrder: kind.storesRowsInOrder,
        rowReadingBytes: part.rowReadingBytes(kind.rowReadingBytes, width: size.width),
        rowPasses: kind.rowPasses, windowBytes: kind.windowBytes, notices: kind.notices))
  }
}

/// Header and georeference of an image file that was opened.
struct OpenedHeader: Sendable {
  let header: ImageHeader
  let place: Place?
  let colorSurvey: ColorSurvey?

  /// Georeference stated by an image file.
  struct Place: Sendable {
    let georeference: Georeference
    let placedBy: String
    let warnings: [String]
  }
}
