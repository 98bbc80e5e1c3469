/// A well-known unsupported format, recognised by the first bytes of a file.
public enum ForeignFormat: String, Hashable, Sendable, CaseIterable {
  /// Windows bitmap.
  case bmp = "BMP"
  /// Graphics Interchange Format.
  case gif = "GIF"
  /// PNG as Xcode changes it for iPhones, by its chunk CgBI.
  case xcodePNG = "CgBI (PNG changed by Xcode)"
  /// JPEG XL.
  case jpegXL = "JPEG XL"
  /// Photoshop document.
  case psd = "PSD"
  /// PostScript, also encapsulated.
  case postScript = "PostScript"
  /// Virtual raster of GDAL.
  case vrt = "VRT"
  /// AutoCAD drawing.
  case dwg = "DWG"
  /// Drawing exchange format, as text or binary.
  case dxf = "DXF"
  /// Hierarchical data format, version 5, also NetCDF 4.
  case hdf5 = "HDF5"
  /// NetCDF before version 4.
  case netCDF = "NetCDF"
  /// Gridded binary data of meteorology.
  case grib = "GRIB"
  /// Nautical chart of Maptech.
  case bsb = "BSB (KAP)"
  /// Enhanced compression wavelet.
  case ecw = "ECW"
  /// Multiresolution seamless image database.
  case mrSID = "MrSID"
  /// SQLite database, also those of tiles.
  case sqlite = "SQLite"
  /// Tiles in an archive.
  case pmtiles = "PMTiles"
  /// Tiles in a package of ArcGIS.
  case tilePackage = "TPKX"
  /// ZIP archive, also KMZ.
  case zip = "ZIP"
  /// JSON, such as a layer definition.
  case json = "JSON"

  package static let xcodePNGLength = 16

  /// Tells the format of a file from its first bytes, or from its name for formats without a signature.
  ///
  /// 1024 bytes are enough.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - path: The file, empty to leave its name out.
  public init?(leadingBytes bytes: [UInt8], path: String = "") {
    func starts(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    let signatures: [(String, Int, ForeignFormat)] = [
      ("GIF87a", 0, .gif), ("GIF89a", 0, .gif), ("8BPS", 0, .psd), ("%!PS", 0, .postScript),
      ("AC10", 0, .dwg), ("AutoCAD Binary DXF", 0, .dxf), ("CgBI", 12, .xcodePNG),
      ("JXL ", 4, .jpegXL), ("HDF\r\n", 1, .hdf5), ("BM", 0, .bmp),
      ("CDF\u{1}", 0, .netCDF), ("CDF\u{2}", 0, .netCDF), ("CDF\u{5}", 0, .netCDF),
      ("GRIB", 0, .grib), ("msid", 0, .mrSID), ("e\u{2}", 0, .ecw), ("e\u{3}", 0, .ecw),
      ("SQLite format 3", 0, .sqlite), ("PMTiles", 0, .pmtiles), ("PK\u{3}\u{4}", 0, .zip),
    ]
    if let format = Self.ofText(bytes) {
      self = format
    } else if let found = signatures.first(where: { starts($0.0, at: $0.1) }) {
      self = found.2 == .zip && path.lowercased().hasSuffix(".tpkx") ? .tilePackage : found.2
    } else if ["BSB/", "NOS/"].contains(where: {
      bytes.prefix(1024).firstRange(of: Array($0.utf8)) != nil
    }) {
      self = .bsb
    } else if bytes.starts(with: [0xFF, 0x0A]) {
      self = .jpegXL
    } else if bytes.starts(with: [0xC5, 0xD0, 0xD3, 0xC6]) {
      self = .postScript
    } else if path.lowercased().hasSuffix(".ecw") {
      self = .ecw
    } else {
      // Pairs of lines, a number and a value; the number 999 is a remark.
      let words = String(decoding: bytes.prefix(64), as: UTF8.self).split(
        whereSeparator: \.isWhitespace)
      guard words.count >= 2, words[0] == "999" || (words[0] == "0" && words[1] == "SECTION") else {
        return nil
      }
      self = .dxf
    }
  }

  private static func ofText(_ bytes: [UInt8]) -> ForeignFormat? {
    func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    var text = withoutBlanks(bytes.starts(with: "\u{FEFF}".utf8) ? bytes[3...] : bytes[...])
    if text.first == UInt8(ascii: "{") { return .json }
    if text.starts(with: "<?xml".utf8) {
      text = withoutBlanks(text.drop { $0 != UInt8(ascii: ">") }.dropFirst())
    }
    return text.starts(with: "<VRTDataset".utf8) ? .vrt : nil
  }

  /// Command that converts a file of the format to one that is supported.
  public var conversion: String {
    switch self {
    case .bmp, .gif, .psd:
      "convert it to PNG, such as with ImageMagick: magick \"INPUT[0]\" OUTPUT.png (convert in version 6)"
    case .xcodePNG:
      "take the original out of the app's project; or, on a Mac: "
        + "xcrun pngcrush -revert-iphone-optimizations INPUT OUTPUT.png"
    case .jpegXL: "convert it to PNG, such as with libjxl: djxl INPUT OUTPUT.png"
    case .postScript:
      "convert it to PDF, such as with Ghostscript: ps2pdf -dEPSCrop INPUT OUTPUT.pdf"
    case .vrt, .bsb: "convert it to GeoTIFF, such as with GDAL: gdal_translate INPUT OUTPUT.tif"
    case .hdf5, .netCDF, .grib:
      "convert it to GeoTIFF, such as with GDAL: gdal_translate INPUT OUTPUT.tif; where gdalinfo INPUT lists"
        + " several subdatasets, with the name of one as INPUT"
    case .ecw, .mrSID:
      "convert it to GeoTIFF with a GDAL that reads it, as that of QGIS for Windows does and those of Linux"
        + " distributions do not: gdal_translate INPUT OUTPUT.tif"
    case .tilePackage:
      "convert it to GeoTIFF, such as with rasterio (pip install rasterio): rio convert INPUT OUTPUT.tif"
    case .sqlite, .pmtiles: "name the image that its tiles were made of"
    case .zip:
      "unpack it, then name what is in it: the image; of an IMDF archive, footprint.geojson or level.geojson"
    case .json: "name the image, or the tiles that it describes"
    case .dwg: "export the plan as PDF, SVG or DXF from a CAD program"
    case .dxf:
      "draw it as SVG, such as with ezdxf (pip install ezdxf), here for units of 1.0 metres at 1:100: \(Self.drawing)"
    }
  }

  private static let drawing = """
    python3 -c "import sys, ezdxf; from ezdxf.addons.drawing import Frontend, RenderContext, config, layout, svg; \
    d = ezdxf.readfile(sys.argv[1]); b = svg.SVGBackend(); Frontend(RenderContext(d, export_mode=True), b, \
    config.Configuration(background_policy=config.BackgroundPolicy.WHITE)).draw_layout(d.modelspace()); \
    open(sys.argv[2], 'w').write(b.get_string(layout.Page(0, 0), settings=layout.Settings(fit_page=False, \
    scale=1000 * 1.0 / 100)))" INPUT OUTPUT.svg
    """
}
