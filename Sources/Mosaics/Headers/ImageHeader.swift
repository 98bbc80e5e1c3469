import Georeferencing
import RasterSources
import TileModel

/// What a mosaic needs to know of the file of an image, without having it open.
struct ImageHeader: Hashable, Sendable {
  /// The size of the whole file.
  let size: PixelSize
  /// What is the same for most images of a list.
  let kind: Kind

  /// What is the same for most images of a list.
  struct Kind: Hashable, Sendable, Codable {
    let isOpaque: Bool
    let storesRowsInOrder: Bool
    let rowReadingBytes: Int
    let rowPasses: Int
    /// As in ``RasterCapabilities``.
    let windowBytes: Int?
    let notices: [RasterNotice]
  }

  init(size: PixelSize, kind: Kind) {
    (self.size, self.kind) = (size, kind)
  }

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

  /// The same of a part of the file.
  func of(_ part: ImagePart) -> ImageHeader {
    ImageHeader(
      size: part.size,
      kind: Kind(
        isOpaque: kind.isOpaque && part.outline == nil, storesRowsInOrder: kind.storesRowsInOrder,
        rowReadingBytes: part.rowReadingBytes(kind.rowReadingBytes, width: size.width),
        rowPasses: kind.rowPasses, windowBytes: kind.windowBytes, notices: kind.notices))
  }
}

/// The file of an image and where it is: what is known once it was opened.
struct OpenedHeader: Sendable {
  /// What is known of the file.
  let header: ImageHeader
  /// Where it is; `nil` where its list says that.
  let place: Place?
  /// What was found of its colours; `nil` where their stretch does not depend on that.
  let colorSurvey: ColorSurvey?

  /// Where a file says that its image is.
  struct Place: Sendable {
    let georeference: Georeference
    let placedBy: String
    let warnings: [String]
  }
}
