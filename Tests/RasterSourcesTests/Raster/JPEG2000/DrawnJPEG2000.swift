import CLibOpenJPEG
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

/// An image of pseudo-random numbers as a codestream, written by OpenJPEG.
struct DrawnJPEG2000 {
  /// One of its bands.
  struct Component {
    var bits = 8
    var isSigned = false
    /// Columns and rows of the image for each sample.
    var step = 1
  }

  var width = 37
  var height = 29
  /// The offset of the image on the reference grid.
  var left = 0
  var top = 0
  /// 0 for a single tile.
  var tileWidth = 0
  var tileHeight = 0
  var tileLeft = 0
  var tileTop = 0
  var components = [Component()]
  var levels = 2
  var isReversible = true
  /// Whether the first three components are mixed.
  var isMixed = false
  /// Whether each resolution of a tile has a part of its own.
  var hasParts = false
  /// The numbers of each component.
  var numbers: [[Int32]] = []

  subscript(x: Int, y: Int, component: Int) -> Int {
    let size = size(of: components[component])
    return Int(numbers[component][y * size.width + x])
  }

  /// Fills the image with numbers of the whole range of its samples.
  mutating func draw(seed: UInt64 = 1) {
    var generator = SeededGenerator(seed: seed)
    numbers = components.map { component in
      let size = size(of: component)
      let least = component.isSigned ? -(1 << (component.bits - 1)) : 0
      return (0..<size.width * size.height).map { _ in
        Int32(least + Int(generator.next() >> (64 - UInt64(component.bits))))
      }
    }
  }

  /// The samples of a component.
  func size(of component: Component) -> PixelSize {
    func count(_ start: Int, _ length: Int) -> Int {
      (start + length + component.step - 1) / component.step
        - (start + component.step - 1) / component.step
    }
    return PixelSize(width: count(left, width), height: count(top, height))
  }

  /// The codestream.
  func codestream() throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let path = folder.path("image.j2k")
    var parameters = opj_cparameters_t()
    opj_set_default_encoder_parameters(&parameters)
    parameters.tcp_numlayers = 1
    parameters.tcp_rates.0 = isReversible ? 0 : 4
    parameters.cp_disto_alloc = 1
    parameters.numresolution = Int32(levels + 1)
    parameters.irreversible = isReversible ? 0 : 1
    parameters.tcp_mct = isMixed ? 1 : 0
    if hasParts {
      parameters.prog_order = OPJ_RLCP
      parameters.tp_on = 1
      parameters.tp_flag = CChar(UInt8(ascii: "R"))
    }
    if tileWidth > 0 {
      parameters.tile_size_on = 1
      parameters.cp_tx0 = Int32(tileLeft)
      parameters.cp_ty0 = Int32(tileTop)
      parameters.cp_tdx = Int32(tileWidth)
      parameters.cp_tdy = Int32(tileHeight)
    }
    var settings = components.map { component in
      var setting = opj_image_cmptparm_t()
      let size = size(of: component)
      (setting.w, setting.h) = (UInt32(size.width), UInt32(size.height))
      (setting.dx, setting.dy) = (UInt32(component.step), UInt32(component.step))
      (setting.x0, setting.y0) = (UInt32(left), UInt32(top))
      (setting.prec, setting.sgnd) = (UInt32(component.bits), component.isSigned ? 1 : 0)
      return setting
    }
    let image = try #require(
      opj_image_create(UInt32(components.count), &settings, OPJ_CLRSPC_UNSPECIFIED))
    defer { opj_image_destroy(image) }
    image.pointee.x0 = UInt32(left)
    image.pointee.y0 = UInt32(top)
    image.pointee.x1 = UInt32(left + width)
    image.pointee.y1 = UInt32(top + height)
    for (index, values) in numbers.enumerated() {
      image.pointee.comps[index].data.update(from: values, count: values.count)
    }
    let codec = try #require(opj_create_compress(OPJ_CODEC_J2K))
    defer { opj_destroy_codec(codec) }
    try #require(opj_setup_encoder(codec, &parameters, image) != 0)
    let stream = try #require(opj_stream_create_default_file_stream(path, 0))
    let isDone =
      opj_start_compress(codec, image, stream) != 0 && opj_encode(codec, stream) != 0
      && opj_end_compress(codec, stream) != 0
    opj_stream_destroy(stream)
    try #require(isDone)
    return try RasterFixture.contents(path)
  }
}

/// The boxes of JP2 files.
enum JP2Boxes {
  static let signature = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
  static let fileType = box("ftyp", Array("jp2 ".utf8) + word(0) + Array("jp2 ".utf8))

  static func word(_ number: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    word(contents.count + 8) + Array(type.utf8) + contents
  }

  /// The box of a colour space that has a number: 16 for sRGB, 17 for grey, 18 for sYCC.
  static func color(_ space: Int) -> [UInt8] { box("colr", [1, 0, 0] + word(space)) }

  static func profile(_ bytes: [UInt8]) -> [UInt8] { box("colr", [2, 0, 0] + bytes) }

  /// The box that says what channels are: their kind and which colour they are for.
  static func channels(_ kinds: [(kind: Int, association: Int)]) -> [UInt8] {
    box(
      "cdef",
      word(kinds.count, 2)
        + kinds.enumerated().flatMap { word($0, 2) + word($1.kind, 2) + word($1.association, 2) })
  }

  /// A palette of 8 bits, and the map of component 0 to its columns.
  static func palette(_ entries: [[UInt8]]) -> [UInt8] {
    let columns = entries[0].count
    return box(
      "pclr",
      word(entries.count, 2) + [UInt8(columns)] + [UInt8](repeating: 7, count: columns)
        + entries.flatMap(\.self)) + box("cmap", (0..<columns).flatMap { [0, 0, 1, UInt8($0)] })
  }

  /// A GeoTIFF that says where the image is.
  static func geoTIFF(_ bytes: [UInt8]) -> [UInt8] {
    box(
      "uuid",
      [
        0xB1, 0x4B, 0xF8, 0xBD, 0x08, 0x3D, 0x4B, 0x43, 0xA5, 0xAE, 0x8C, 0xD7, 0xD5, 0xA6, 0xCE,
        0x03,
      ] + bytes)
  }

  /// A document of GML as in GMLJP2.
  static func gml(_ text: String) -> [UInt8] {
    box(
      "asoc",
      box("lbl ", Array("gml.data".utf8))
        + box(
          "asoc",
          box("lbl ", Array("gml.root-instance".utf8)) + box("xml ", Array("\(text)\0".utf8))))
  }

  /// A file of an image, the boxes of its header, and others before the codestream.
  static func file(_ codestream: [UInt8], header: [UInt8] = [], boxes: [UInt8] = []) -> [UInt8] {
    signature + fileType + box("jp2h", header) + boxes + box("jp2c", codestream)
  }
}
