import CTIFFShim

/// What a TIFF says of its samples, in words.
enum TIFFDetails {
  static func list(
    _ directories: TIFFDirectories, handle: TIFFHandle, page: Int, noData: Double?,
    stretch: SampleStretch, range: SampleRange, isSparse: Bool
  ) -> [RasterDetail] {
    let image = directories.page.image
    let container = tp_tiff_is_big(handle.pointer) != 0 ? "BigTIFF" : "TIFF"
    let order = tp_tiff_is_big_endian(handle.pointer) != 0 ? ", big-endian" : ""
    let pages = directories.pageCount > 1 ? ", page \(page) of \(directories.pageCount)" : ""
    let depth =
      switch image.format {
      case .unsigned: "\(image.bitsPerSample)-bit"
      case .signed: "\(image.bitsPerSample)-bit signed"
      case .floating: "\(image.bitsPerSample)-bit floating"
      }
    var bands = "\(image.samplesPerPixel) × \(depth), \(TIFFNames.photometric(image.photometric))"
    if image.alphaBand != nil {
      bands += image.isPremultiplied ? ", associated alpha" : ", alpha"
    }
    if directories.page.mask != nil { bands += ", mask" }
    let predictor =
      switch image.predictor {
      case 2: ", horizontal predictor"
      case 3: ", floating-point predictor"
      default: ""
      }
    let kind = image.isTiled ? "tiles" : "strips"
    var blocks = "\(kind) of \(image.blockSize)"
    if image.isPlanar { blocks += ", a plane each band" }
    if isSparse { blocks += ", some left out" }
    var details = [
      RasterDetail("format", container + order + pages),
      RasterDetail("bands", bands),
      RasterDetail("compression", TIFFNames.compression(image.compression) + predictor),
      RasterDetail("blocks", blocks),
    ]
    if !directories.overviews.isEmpty {
      let sizes = directories.overviews.map(\.image.size.description)
      details.append(RasterDetail("overviews", sizes.joined(separator: ", ")))
    }
    if let noData { details.append(RasterDetail("nodata", text(noData))) }
    if image.colorBands == 1 || image.colorBands == 3, stretch != .none || image.bitsPerSample > 8 {
      details.append(RasterDetail("stretch", self.text(stretch, range)))
    }
    if ![0, 1].contains(Int(handle.image.orientation)) {
      details.append(RasterDetail("orientation", "\(handle.image.orientation), not applied"))
    }
    return details
  }

  private static func text(_ stretch: SampleStretch, _ range: SampleRange) -> String {
    let numbers = "\(text(range.low)) to \(text(range.high))"
    return switch stretch {
    case .none: "none, \(numbers) become 0 to 255"
    case .percent: "percent, \(numbers) become 0 to 255"
    case .range: "\(numbers) become 0 to 255"
    }
  }

  /// A number without a needless fraction.
  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
  }
}
