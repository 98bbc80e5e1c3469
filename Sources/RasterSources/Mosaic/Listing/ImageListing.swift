import Foundation
public import TileModel

/// The images that paths stand for: themselves, the images in folders, or those that lists name.
public struct ImageListing: Sendable {
  /// The largest list that is read, in bytes.
  static let sizeLimit = 64 << 20
  /// The most images that one picture is made of.
  static let countLimit = 1_000_000

  /// The images, in the order of the lists; at least one.
  public private(set) var images: [ListedImage] = []
  /// The lists that were read.
  public private(set) var files: [String] = []

  /// Finds the images.
  ///
  /// A path is one of
  /// - an image;
  /// - a folder, of which the files directly in it that are PNG, JPEG, WebP or TIFF by their first bytes
  ///   count, by name;
  /// - `@` and the path of a text file with a path a line, relative to it; lines that are blank or begin
  ///   with `#` do not count;
  /// - a mosaic of GDAL (VRT), by its first bytes;
  /// - an index in GeoJSON, whose features have a property `location`, or a STAC item or collection of
  ///   items.
  ///
  /// - Parameters:
  ///   - paths: At least one.
  ///   - crs: The system of a mosaic, in place of its own.
  ///   - cutsToFootprints: Whether of each image of an index only what is inside the geometry of its
  ///     feature is used.
  /// - Throws: ``ImageListingError``, or ``RasterError`` when a file cannot be read.
  public init(
    _ paths: [String], crs: CoordinateReferenceSystem? = nil, cutsToFootprints: Bool = false
  ) throws {
    for path in paths { try add(path, crs, cutsToFootprints) }
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
    let start = try SourceFile(path: path).leadingBytes
    if VirtualRasterFile.begins(start) {
      let bytes = try Self.bytes(path, limit: VirtualRasterFile.sizeLimit)
      files.append(path)
      for image in try VirtualRasterFile.images(bytes: bytes, path: path, crs: crs) {
        try add(image, from: path)
      }
    } else if ImageIndexFile.begins(start) {
      let bytes = try Self.bytes(path, limit: ImageIndexFile.sizeLimit)
      let images = try ImageIndexFile.images(
        bytes: bytes, path: path, cutsToFootprints: cutsToFootprints)
      // What is said of other JSON is said where images are opened.
      guard let images else { return try add(ListedImage(path), from: path) }
      files.append(path)
      for image in images { try add(image, from: path) }
    } else {
      try add(ListedImage(path), from: path)
    }
  }

  private mutating func add(_ image: ListedImage, from path: String) throws(ImageListingError) {
    guard images.count < Self.countLimit else {
      throw .tooMany(path: path, limit: Self.countLimit)
    }
    images.append(image)
  }

  private static func bytes(_ path: String, limit: Int) throws(ImageListingError) -> [UInt8] {
    do throws(GeoreferenceError) {
      return try TextFile.read(path, limit: limit)
    } catch { throw .cannotRead(error) }
  }

  private mutating func addList(_ path: String) throws(ImageListingError) {
    let text = try Self.bytes(path, limit: Self.sizeLimit)
    files.append(path)
    let count = images.count
    var rest = text[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var number = 0
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      number += 1
      while let last = line.last, last <= 0x20 { line.removeLast() }
      line = line.drop { $0 <= 0x20 }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      let name = String(decoding: line, as: UTF8.self)
      if name.hasPrefix("@") { throw .listInList(path: path, line: number, found: name) }
      try add(
        ListedImage(try Self.file(name, in: path, isRelative: true, line: number)), from: path)
    }
    guard images.count > count else { throw .empty(path: path, isFolder: false) }
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
    for name in names where !name.hasPrefix(".") {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      let start = try SourceFile(path: folder + name).leadingBytes
      if RasterFormat(leadingBytes: start) != nil {
        try add(ListedImage(folder + name), from: path)
      }
    }
    guard images.count > count else { throw ImageListingError.empty(path: path, isFolder: true) }
  }

  /// The path of an image that a list names.
  ///
  /// - Parameters:
  ///   - text: The path as the list states it.
  ///   - list: The list.
  ///   - isRelative: Whether it is relative to the list.
  ///   - line: Its line, for messages.
  /// - Returns: The path.
  /// - Throws: ``ImageListingError/notAFile(path:line:found:)`` for what is no path of a local file.
  static func file(
    _ text: String, in list: String, isRelative: Bool, line: @autoclosure () -> Int
  ) throws(ImageListingError) -> String {
    var text = text
    if text.hasPrefix("file://") {
      text = text.dropFirst("file://".count).removingPercentEncoding ?? ""
    }
    let bytes = text.utf8
    guard !bytes.isEmpty, !bytes.starts(with: "/vsi".utf8), !bytes.contains(0), !namesScheme(bytes)
    else { throw .notAFile(path: list, line: line(), found: text.excerpt) }
    guard isRelative, bytes.first != UInt8(ascii: "/"), let slash = list.lastIndex(of: "/") else {
      return text
    }
    return list[...slash] + text
  }

  /// Whether a text begins as a URL does; one letter and a colon are no scheme.
  private static func namesScheme(_ bytes: String.UTF8View) -> Bool {
    var count = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"):
        count += 1
      case UInt8(ascii: ":"): return count > 1
      default: return false
      }
    }
    return false
  }
}

/// Why a folder or a list does not say which images are meant.
public enum ImageListingError: ReportableError, Hashable {
  /// The list cannot be read.
  case cannotRead(GeoreferenceError)
  /// A mosaic does not say where it is, or an index where a footprint is.
  case notPlaced(GeoreferenceError)
  /// A list names another one.
  case listInList(path: String, line: Int, found: String)
  /// It names more images than one picture is made of.
  case tooMany(path: String, limit: Int)
  /// It names no image.
  case empty(path: String, isFolder: Bool)
  /// It names something else than a local file.
  case notAFile(path: String, line: Int, found: String)
  /// It is damaged, or states what makes no sense.
  case malformed(path: String, line: Int, found: String, expected: String)
  /// A mosaic of GDAL holds what would change samples and is not understood.
  case notUnderstood(path: String, line: Int, element: String)
  /// An image cannot be cut, because not every position of the cutline has one in it.
  case cutNotPlaced(path: String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .cannotRead(let error), .notPlaced(let error): error.report
    case .listInList(let path, let line, let found):
      FailureReport(
        .badInput, "a list names another list", at: "\(path):\(line)", found: found,
        expected: "the path of an image", nextStep: "put the paths of both into one list")
    case .tooMany(let path, let limit):
      FailureReport(
        .badInput, "the list names too many images", at: path, expected: "at most \(limit)")
    case .empty(let path, let isFolder):
      FailureReport(
        .badInput, isFolder ? "no image is in the folder" : "the list names no image", at: path,
        expected: isFolder
          ? "PNG, JPEG, WebP or TIFF files directly in it" : "the path of an image a line")
    case .notAFile(let path, let line, let found):
      FailureReport(
        .badInput, "the list names something that is no local file", at: "\(path):\(line)",
        found: found, expected: "the path of an image on this machine",
        nextStep: "copy the image here, and name the copy")
    case .malformed(let path, let line, let found, let expected):
      FailureReport(
        .badInput, "the list of images cannot be read", at: "\(path):\(line)", found: found,
        expected: expected)
    case .notUnderstood(let path, let line, let element):
      FailureReport(
        .badInput, "the mosaic has an element that is not understood", at: "\(path):\(line)",
        found: element, expected: VirtualRasterFile.expected,
        nextStep: "make a GeoTIFF of it with gdal_translate, or name its files")
    case .cutNotPlaced(let path):
      FailureReport(
        .badInput, "the image cannot be cut to its footprint", at: path,
        found: "positions of the footprint that have no pixel in the system of the image",
        expected: "a footprint near the image",
        nextStep: "correct the footprint in the index, or leave `cutsToFootprints` out")
    }
  }
}
