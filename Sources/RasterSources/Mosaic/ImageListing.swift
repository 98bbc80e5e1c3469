import Foundation
public import TileModel

/// The paths of images that a path stands for: itself, the images in a folder, or those in a list.
public enum ImageListing {
  /// The largest list that is read, in bytes.
  static let sizeLimit = 64 << 20
  /// The most images that one picture is made of.
  static let countLimit = 1_000_000

  /// Reads the paths.
  ///
  /// - Parameter path: An image; a folder, of which the files directly in it that are PNG, JPEG, WebP or
  ///   TIFF by their first bytes count, by name; or `@` and the path of a text file with a path a line,
  ///   relative to it. Lines that are blank or begin with `#` do not count.
  /// - Returns: The paths, at least one.
  /// - Throws: ``ImageListingError``, or ``RasterError`` when a file of a folder cannot be read.
  public static func paths(_ path: String) throws -> [String] {
    if path.hasPrefix("@") { return try list(String(path.dropFirst())) }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return [path] }
    return try folder(path)
  }

  private static func list(_ path: String) throws -> [String] {
    let text: [UInt8]
    do throws(GeoreferenceError) {
      text = try TextFile.read(path, limit: sizeLimit)
    } catch {
      throw ImageListingError.cannotRead(error)
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var found: [String] = []
    for (index, line) in TextFile.lines(text).enumerated() {
      let name = line.trimmingCharacters(in: .whitespaces)
      if name.isEmpty || name.hasPrefix("#") { continue }
      if name.hasPrefix("@") {
        throw ImageListingError.listInList(path: path, line: index + 1, found: name)
      }
      guard found.count < countLimit else {
        throw ImageListingError.tooMany(path: path, limit: countLimit)
      }
      found.append(name.hasPrefix("/") ? name : folder + name)
    }
    guard !found.isEmpty else { throw ImageListingError.empty(path: path, isFolder: false) }
    return found
  }

  private static func folder(_ path: String) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw RasterError.cannotOpen(path: path, code: EACCES)
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var found: [String] = []
    for name in names where !name.hasPrefix(".") {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      let start = try SourceFile(path: folder + name).leadingBytes
      if RasterFormat(leadingBytes: start) != nil { found.append(folder + name) }
    }
    guard !found.isEmpty else { throw ImageListingError.empty(path: path, isFolder: true) }
    return found
  }
}

/// Why a folder or a list does not say which images are meant.
public enum ImageListingError: ReportableError, Hashable {
  /// The list cannot be read.
  case cannotRead(GeoreferenceError)
  /// A list names another one.
  case listInList(path: String, line: Int, found: String)
  /// It names more images than one picture is made of.
  case tooMany(path: String, limit: Int)
  /// It names no image.
  case empty(path: String, isFolder: Bool)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .cannotRead(let error): error.report
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
    }
  }
}
