import CTIFFShim
package import Georeferencing

extension TIFFGeoTags {

  package init(path: String, page: Int = 1) throws(RasterError) {
    try self.init(SourceFile(path: path), page: page)
  }

  init(_ file: SourceFile, page: Int) throws(RasterError) {
    let handle = try TIFFHandle(file)
    try handle.setPage(page)
    self.init(handle)
  }

  init(_ handle: TIFFHandle) {
    let image = handle.image
    self.init(
      pixelScale: handle.numbers(Tag.pixelScale), tiepoints: handle.numbers(Tag.tiepoints),
      transformation: handle.numbers(Tag.transformation),
      keyDirectory: handle.numbers(Tag.keyDirectory).map { UInt16(exactly: $0) ?? 0 },
      doubleParameters: handle.numbers(Tag.doubleParameters),
      asciiParameters: handle.text(Tag.asciiParameters) ?? "",
      metadata: handle.text(Tag.metadata), noData: handle.text(Tag.noData),
      size: PixelSize(width: Int(image.width), height: Int(image.height)))
  }

  private enum Tag {
    static let pixelScale: UInt32 = 33550
    static let tiepoints: UInt32 = 33922
    static let transformation: UInt32 = 34264
    static let keyDirectory: UInt32 = 34735
    static let doubleParameters: UInt32 = 34736
    static let asciiParameters: UInt32 = 34737
    static let metadata: UInt32 = 42112
    static let noData: UInt32 = 42113
  }
}
