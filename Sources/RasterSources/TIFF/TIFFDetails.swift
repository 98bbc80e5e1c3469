import Georeferencing
import CTIFFShim

/// Textual description of a TIFF's samples.
enum TIFFDetails {
  static func list(
    _ directories: TIFFDirectories, handle: TIFFHandle, page: Int, noData: String?,
    scaling: SampleScaling, heights: TIFFHeights?, isSparse: Bool
  ) -> [RasterDetail] {
    let image = directories.page.image
    let layout = image.layout
    let container = tp_tiff_is_big(handle.pointer) != 0 ? "BigTIFF" : "TIFF"
    let order = tp_tiff_is_big_endian(handle.pointer) != 0 ? ", big-endian" : ""
    let pages = directories.pageCount > 1 ? ", page \(page) of \(directories.pageCount)" : ""
    let depth =
      switch layout.format {
      case .unsigned: "\(layout.bitsPerSample)-bit"
      case .signed: "\(layout.bitsPerSample)-bit signed"
      case .floating: "\(layout.bitsPerSample)-bit floating"
      }
    var bands = "\(layout.samplesPerPixel) × \(depth), \(TIFFNames.photometric(image.photometric))"
    if layout.alphaBand != nil {
      bands += layout.isPremultiplied ? ", associated alpha" : ", alpha"
    }
    if let selection = image.selection { bands += ", drawn \(selection.text)" }
    if directories.page.mask != nil { bands += ", mask" }
    let predictor =
      switch image.predictor {
      case 2: ", horizontal predictor"
      case 3: ", floating-point predictor"
      default: ""
      }
    let kind = image.isTiled ? "tiles" : "strips"
    var blocks = "\(kind) of \(image.blockSize)"
    if layout.isPlanar { blocks += ", a plane each band" }
    if isSparse { blocks += ", some left out" }
    var details = [
      RasterDetail("format", container + order + pages), RasterDetail("bands", bands),
      RasterDetail("compression", TIFFNames.compression(image.compression) + predictor),
      RasterDetail("blocks", blocks),
    ]
    if !directories.overviews.isEmpty {
      let sizes = directories.overviews.map(\.image.size.description)
      details.append(RasterDetail("overviews", sizes.joined(separator: ", ")))
    }
    if let noData { details.append(RasterDetail("nodata", noData)) }
    if let heights {
      details.append(heights.detail)
    } else if [1, 3].contains(image.colorBandCount),
      scaling.stretch != .none || layout.bitsPerSample > 8
    {
      details.append(scaling.detail(of: layout))
    }
    return details
  }
}
