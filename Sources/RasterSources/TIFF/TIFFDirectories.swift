import CTIFFShim
import Georeferencing
import TileImaging

/// An image of a TIFF with its mask and overviews.
struct TIFFDirectories: Hashable, Sendable {
  /// An image, and the mask whose zeros are transparent.
  struct Picture: Hashable, Sendable {
    var image: TIFFImage
    var mask: TIFFImage?
  }

  private(set) var page: Picture
  private(set) var overviews: [Picture] = []
  private(set) var pageCount: Int

  /// Takes overviews and masks among the following directories and among subdirectories.
  init(
    _ handle: TIFFHandle, page number: Int, bands: BandSelection? = nil, limits: DecodingLimits
  ) throws(RasterError) {
    try handle.setPage(number)
    let image = try TIFFImage(handle, bands: bands, limits: limits)
    page = Picture(image: image)
    pageCount = number
    var offsets = [UInt64](repeating: 0, count: 64)
    let count = min(tp_tiff_subdirectories(handle.pointer, &offsets, 64), 64)
    var parts: [(TIFFSubfile, TIFFImage)] = []
    for _ in 0..<TIFFHandle.maximumDirectories {
      tp_tiff_clear(handle.pointer)
      if tp_tiff_next_directory(handle.pointer) == 0 { break }
      let kind = TIFFSubfile(handle.image.subfile_type)
      if kind == .image {
        pageCount += 1
        continue
      }
      // Those after the next page are parts of that.
      if pageCount == number { Self.add(kind, handle, bands, limits, to: &parts) }
    }
    for offset in offsets.prefix(count) {
      tp_tiff_clear(handle.pointer)
      if tp_tiff_set_directory_at(handle.pointer, offset) == 0 { continue }
      Self.add(TIFFSubfile(handle.image.subfile_type), handle, bands, limits, to: &parts)
    }
    assign(parts)
  }

  private static func add(
    _ kind: TIFFSubfile, _ handle: TIFFHandle, _ bands: BandSelection?,
    _ limits: DecodingLimits, to parts: inout [(TIFFSubfile, TIFFImage)]
  ) {
    do throws(RasterError) {
      let bands = kind == .overview ? bands : nil
      parts.append((kind, try TIFFImage(handle, bands: bands, limits: limits)))
    } catch {}
  }

  private mutating func assign(_ parts: [(TIFFSubfile, TIFFImage)]) {
    func mask(of size: PixelSize) -> TIFFImage? {
      parts.first { kind, image in
        (kind == .mask || kind == .overviewMask) && image.size == size && image.colorBandCount == 1
      }?.1
    }
    page.mask = mask(of: page.image.size)
    let smaller = parts.filter { kind, image in
      kind == .overview && image.size.width <= page.image.size.width
        && image.size.height <= page.image.size.height && image.size != page.image.size
        && image.layout.color == page.image.layout.color
        && image.layout.samplesPerPixel == page.image.layout.samplesPerPixel
        && image.layout.bitsPerSample == page.image.layout.bitsPerSample
        && image.layout.format == page.image.layout.format
    }.map(\.1).sorted { $0.size.width > $1.size.width }
    for image in smaller {
      let picture = Picture(image: image, mask: mask(of: image.size))
      // An overview without the mask that the image has would show what is not there.
      if page.mask != nil, picture.mask == nil { continue }
      if let last = overviews.last, last.image.size.width <= image.size.width { continue }
      overviews.append(picture)
    }
  }
}
