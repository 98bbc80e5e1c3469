import BuildingManifest
import Foundation
import Georeferencing
import PyramidVerification
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// A parser of bytes that anyone may have made.
///
/// Whatever the bytes are, it answers or throws; it does not crash, hang, or take memory without bound.
enum FuzzTarget: String, CaseIterable {
  case png, pngRows, jpeg, jpegRows, webp, webpRows, avif, heif, tiff, jpeg2000, profiles, inflater
  case deflaters
  case worldFile, controlPoints, coordinateSystem, auxiliary, pixelFile, geoTIFF, kml, cutline
  case imageLists, svg, pdfFacts, manifest, layer, building, mbtiles, pmtiles, geopackage, verify
  case templates

  /// Gives bytes to the parser.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .png: decode(bytes) { try PNGDecoder.decode($0) }
    case .pngRows: rows(bytes) { try PNGSource(path: $0) }
    case .jpeg: decode(bytes) { try JPEGDecoder.decode($0) }
    case .jpegRows: rows(bytes) { try JPEGSource(path: $0) }
    case .webp: decode(bytes) { try WebPDecoder.decode($0) }
    case .avif: decode(bytes) { try AVIFDecoder.decode($0) }
    case .webpRows: rows(bytes) { try WebPSource(path: $0) }
    case .heif: rows(bytes) { try HEIFSource(path: $0) }
    case .tiff: blocks(bytes) { try TIFFSource(path: $0) }
    case .jpeg2000: jpeg2000(bytes)
    case .profiles: profiles(bytes)
    case .inflater: inflater(bytes)
    case .deflaters: deflaters(bytes)
    case .worldFile: answer { _ = try WorldFile(bytes: bytes, path: "fuzz.pgw") }
    case .controlPoints: controlPoints(bytes)
    case .coordinateSystem: coordinateSystem(bytes)
    case .auxiliary: answer { _ = try AuxiliaryFile(bytes: bytes, path: "fuzz.png.aux.xml") }
    case .pixelFile: answer { _ = try NamedPixelFile(bytes: bytes, path: "fuzz.csv") }
    case .geoTIFF: geoTIFF(bytes)
    case .kml: overlay(bytes)
    case .cutline: cutline(bytes)
    case .imageLists: imageLists(bytes)
    case .svg: svg(bytes)
    case .pdfFacts: pdfFacts(bytes)
    case .manifest: answer { _ = try BuildingManifest(bytes: bytes, path: "fuzz.yml") }
    case .layer: layer(bytes)
    case .building: building(bytes)
    case .mbtiles, .pmtiles, .geopackage: store(bytes)
    case .verify: verify(bytes)
    case .templates: templates(bytes)
    }
  }

  /// Runs a parser, whose errors are to be such as can be shown.
  func answer(_ body: () throws -> Void) {
    do { try body() } catch { requireReport(error) }
  }

  /// An error about foreign bytes is one that can be shown.
  private func requireReport(_ error: any Error) {
    // Known to whoever names the file, who makes a report of it.
    if error is LayerDocumentError { return }
    guard let error = error as? any ReportableError else {
      preconditionFailure("an error that cannot be shown: \(error)")
    }
    precondition(error.report.category != .internalFault, "a fault of its own: \(error.report)")
    precondition(!error.report.description.isEmpty)
  }

  private func layer(_ bytes: [UInt8]) {
    answer {
      let document = try LayerDefinitionDocument(decoding: bytes)
      let again = try LayerDefinitionDocument(decoding: try document.encoded())
      precondition(again.definition == document.definition, "what was read is written otherwise")
    }
  }

  private func building(_ bytes: [UInt8]) {
    answer {
      let document = try BuildingDocument(decoding: bytes)
      let again = try BuildingDocument(decoding: try document.encoded())
      precondition(again.definition == document.definition, "what was read is written otherwise")
    }
  }

  private func store(_ bytes: [UInt8]) {
    answer {
      let reader = try openTileStore(try FuzzFile.write(bytes))
      for tile in try reader.coordinates().prefix(16) { _ = try reader.tile(at: tile) }
      _ = try StoreInspection(path: FuzzFile.folder + "/input").contents.faults
    }
  }

  private func verify(_ bytes: [UInt8]) {
    answer {
      let report = try PyramidVerifier.verify(try FuzzFile.write(bytes))
      precondition(!report.text.isEmpty && !report.junit(failingAt: .note).isEmpty)
    }
  }

  /// A path made from any template and any floor stays below its folder.
  private func templates(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    let floor = texts.count > 1 ? texts[1] : nil
    guard let tile = TileCoordinate(zoom: 22, x: 2_251_923, y: 1_376_031) else { return }
    answer {
      let template = try TileTemplate(path: texts[0], floor: floor, format: .png)
      try TilePathRules.validate(template)
      let path = template.expanded(for: tile, scheme: .xyz)
      let names = path.split(separator: "/", omittingEmptySubsequences: false)
      precondition(!names.contains { ["", ".", ".."].contains($0) }, "\(path) leaves its folder")
      precondition(!path.utf8.contains(0) && !path.utf8.contains(UInt8(ascii: "\\")))
    }
    answer {
      let template = try TileTemplate(url: texts[0], floor: floor, format: .png)
      let url = template.withVersionToken("7").expanded(for: tile, scheme: .xyz)
      precondition(url.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) })
      precondition(!url.contains("\"") && !url.contains("<") && !url.contains("'"))
    }
  }
}

/// The file through which parsers that read files get their bytes.
enum FuzzFile {
  /// A folder of this process.
  static let folder: String = {
    let path = NSTemporaryDirectory() + "/tilepyramid-fuzz-\(getpid())"
    mkdir(path, 0o700)
    return path
  }()

  /// Replaces the file's contents.
  static func write(_ bytes: [UInt8]) throws -> String {
    let path = folder + "/input"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Removes the folder.
  static func remove() {
    unlink(folder + "/input")
    rmdir(folder)
  }
}
