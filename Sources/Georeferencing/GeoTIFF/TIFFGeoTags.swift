/// The georeferencing tags of a TIFF, unchecked.
///
/// Sources: OGC GeoTIFF 1.1, section 7, and GDAL's tags 42112 and 42113.
package struct TIFFGeoTags: Hashable, Sendable {
  /// ModelPixelScale (33550): the size of a pixel in x, y and z, or empty.
  package var pixelScale: [Double]
  /// ModelTiepoint (33922): six numbers a point, pixel x, y, z and model x, y, z, or empty.
  package var tiepoints: [Double]
  /// ModelTransformation (34264): sixteen numbers, row by row, or empty.
  package var transformation: [Double]
  /// GeoKeyDirectory (34735), header and entries, or empty.
  package var keyDirectory: [UInt16]
  /// GeoDoubleParams (34736), or empty.
  package var doubleParameters: [Double]
  /// GeoAsciiParams (34737), its parts ended by `|`, or empty.
  package var asciiParameters: String
  /// GDAL_METADATA (42112), XML, or `nil`.
  package var metadata: String?
  /// GDAL_NODATA (42113), or `nil`.
  package var noData: String?
  package var size: PixelSize

  package init(
    pixelScale: [Double] = [], tiepoints: [Double] = [], transformation: [Double] = [],
    keyDirectory: [UInt16] = [], doubleParameters: [Double] = [], asciiParameters: String = "",
    metadata: String? = nil, noData: String? = nil, size: PixelSize
  ) {
    self.pixelScale = pixelScale
    self.tiepoints = tiepoints
    self.transformation = transformation
    self.keyDirectory = keyDirectory
    self.doubleParameters = doubleParameters
    self.asciiParameters = asciiParameters
    self.metadata = metadata
    self.noData = noData
    self.size = size
  }

  package static func number(_ text: String) -> Double? {
    let trimmed = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }.first ?? ""
    return Double(trimmed)
  }
}
