import Foundation
public import Georeferencing
import RasterSources
public import TileModel

/// The images of some paths: images themselves, those in folders, or those in lists.
public struct ImageListing: Sendable {
  /// In bytes.
  static let sizeLimit = 64 << 20

  /// The images in the order of the lists, at least one.
  public private(set) var images: [ListedImage] = []
  /// The lists that were read.
  public private(set) var files: [String] = []

  /// Finds the images.
  ///
  /// A path is one of
  /// - an image;
  /// - a folder, whose rasters by their first bytes count, by name, without GDAL's `.msk` and `.ovr`;
  /// - `@` and the path of a text file with a path a line, relative to it;
  /// - a mosaic of GDAL (VRT), by its first bytes;
  /// - a GeoJSON index with a property `location`, or a STAC item or collection of items.
  ///
  /// Blank lines and lines that begin with `#` are skipped.
  ///
  /// - Parameters:
  ///   - paths: At least one.
  ///   - crs: The system of a mosaic, in place of its own.
  ///   - cutsToFootprints: Whether each image of an index is clipped to the geometry of its
  ///     feature.
  /// - Throws: `FailureReport`, or `RasterError` when a file cannot be read.
  public init(
    _ paths: [String], crs: CoordinateReferenceSystem? = nil, cutsToFootprints: Bool = false
  ) throws { for path in paths { try add(path, crs, cutsToFootprints) } }

  /// Adds an image that its statement places.
  ///
  /// - Throws: `FailureReport` for more images than a picture may have.
  public mutating func add(_ image: ListedImage) throws(FailureReport) {
    try add(image, from: image.path)
  }

  /// Adds the images of a path, as in ``init(_:crs:cutsToFootprints:)``.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - crs: The system of a mosaic in place of its own, and as in ``SourceImage`` of images that their
  ///     list does not place.
  /// - Throws: Errors of that initialiser.
  public mutating func add(path: String, crs: CoordinateReferenceSystem? = nil) throws {
    let count = images.count
    try add(path, crs, false)
    guard let crs else { return }
    for index in count..<images.count where images[index].statement == .none {
      images[index] = ListedImage(images[index].path, crs: crs)
    }
  }

  private mutating func add(
    _ path: String, _ crs: CoordinateReferenceSystem?, _ cutsToFootprints: Bool
  ) throws {
    if path.hasPrefix("@") { return try addList(String(path.dropFirst())) }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return try add(ListedImage(path), from: path)
    }
    if isFolder.boolValue { return try addFolder(path) }
    switch ForeignFormat(leadingBytes: try SourceFile(path: path).leadingBytes) {
    case .vrt:
      let bytes = try Self.bytes(path, limit: VirtualRasterFile.sizeLimit)
      files.append(path)
      for image in try VirtualRasterFile.images(bytes: bytes, path: path, crs: crs) {
        try add(image, from: path)
      }
    case .json:
      let bytes = try Self.bytes(path, limit: ImageIndexFile.sizeLimit)
      let images = try ImageIndexFile.images(
        bytes: bytes, path: path, cutsToFootprints: cutsToFootprints)
      // Other JSON is reported where images are opened.
      guard let images else { return try add(ListedImage(path), from: path) }
      files.append(path)
      for image in images { try add(image, from: path) }
    default: try add(ListedImage(path), from: path)
    }
  }

  private mutating func add(_ image: ListedImage, from path: String) throws(FailureReport) {
    guard images.count < ListedImage.countLimit else { throw .tooManyImages(in: path) }
    images.append(image)
  }

  private static func bytes(_ path: String, limit: Int) throws(FailureReport) -> [UInt8] {
    do throws(GeoreferenceError) {
      return try TextFile.read(path, limit: limit)
    } catch { throw error.report }
  }

  private mutating func addList(_ path: String) throws(FailureReport) {
    let text = try Self.bytes(path, limit: Self.sizeLimit)
    files.append(path)
    let count = images.count
    var number = 0
    try TextFile.forEachLine(text) { (line) throws(FailureReport) in
      number += 1
      var line = line.drop { $0 <= 0x20 }
      while let last = line.last, last <= 0x20 { line.removeLast() }
      if line.isEmpty || line.first == UInt8(ascii: "#") { return }
      let name = String(decoding: line, as: UTF8.self)
      if name.hasPrefix("@") {
        throw FailureReport(
          .badInput, "a list names another list", at: "\(path):\(number)", found: name,
          expected: "the path of an image", nextStep: "put the paths of both into one list")
      }
      let listed = try ListedImage.path(name, in: path, isRelative: true, line: number)
      try add(ListedImage(listed), from: path)
    }
    guard images.count > count else { throw .emptyList(path) }
  }

  /// GDAL's names of masks (`.msk`) and overviews (`.ovr`).
  private static func belongsToImage(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".msk") || name.hasSuffix(".ovr")
  }

  private mutating func addFolder(_ path: String) throws {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw RasterError.cannotOpen(path: path, code: EACCES)
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let count = images.count
    for name in names where !name.hasPrefix(".") && !Self.belongsToImage(name) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      let start = try SourceFile(path: folder + name).leadingBytes
      if RasterFormat(leadingBytes: start) != nil {
        try add(ListedImage(folder + name), from: path)
      }
    }
    guard images.count > count else {
      throw FailureReport(
        .badInput, "no image is in the folder", at: path,
        expected: "\(RasterFormat.names) files directly in it",
        nextStep:
          "name the folder of the images; tiles that were built are copied by tilepyramid convert")
    }
  }
}
