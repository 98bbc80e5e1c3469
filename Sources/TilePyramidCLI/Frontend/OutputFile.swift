import ArgumentParser
import Foundation
import Georeferencing
import PyramidPictures
import TileImaging
import TileModel
import TileStorage

/// A single file that a command writes: a picture, a report, code.
struct OutputFile {
  /// The contents of the file, and so what it may replace.
  enum Kind: Hashable {
    case picture
    case archive
    case text
    case marked(String)
  }

  let path: String
  let kind: Kind
  let overwrite: Bool
  private let inputs: [String]

  /// Fails before work begins where writing is certain to fail.
  init(path: String, _ kind: Kind, overwrite: Bool, inputs: [String]) throws {
    self.path = path
    self.kind = kind
    self.overwrite = overwrite
    self.inputs = inputs
    if kind == .picture, CompletionKind.isPlan(path), !path.lowercased().hasSuffix(".png") {
      throw UsageError(
        "the picture is made as PNG", at: path, found: "a name of another format",
        expected: "a name ending in .png", nextStep: "name it so")
    }
    try check()
  }

  private var presence: AtomicFile.Presence { overwrite ? .isReplaced : .mustBeAbsent }

  private func check() throws {
    do throws(TileStorageError) {
      try InputProtection.check(replacing: path, inputs: inputs)
      try AtomicFile.check(path, presence: presence)
      if overwrite, let found = try Self.otherKind(than: kind, at: path) {
        throw .notReplaceable(path: path, found: found)
      }
    } catch {
      throw FileError(error, expected: kind.replaced) ?? error
    }
  }

  /// All or nothing.
  func write(_ bytes: [UInt8]) throws {
    try write { draft throws(TileStorageError) in try draft.append(bytes) }
  }

  /// All or nothing, piece by piece.
  func write(_ fill: (AtomicFileDraft) throws -> Void) throws {
    // Something else may be there since the work began.
    try check()
    do {
      let draft = try AtomicFileDraft(path, presence: presence)
      try fill(draft)
      try draft.publish()
    } catch let error as TileStorageError {
      throw FileError(error, expected: kind.replaced) ?? error
    }
  }

  func write(_ image: RGBAImage) throws -> String {
    try write(try PNGTileEncoder(effort: .fast).encode(image))
    return "wrote \(path), \(image.width) × \(image.height) pixels"
  }

  /// `nil` where the file is of the kind; an empty one is of every kind.
  private static func otherKind(
    than kind: Kind, at path: String
  ) throws(TileStorageError) -> String? {
    guard let head = try AtomicFile.head(of: path, upTo: 1 << 16), !head.isEmpty else { return nil }
    let format = TileFormat(signatureOf: head)
    switch kind {
    case .picture: return format == .png ? nil : "a file of another kind"
    case .archive: return head.starts(with: "PK".utf8) ? nil : "a file of another kind"
    case .text, .marked:
      if let format { return "an image, \(format.rawValue)" }
      if head.contains(0) { return "a file that is no text" }
      guard case .marked(let mark) = kind else { return nil }
      return String(decoding: head, as: UTF8.self).contains(mark)
        ? nil : "a file that this program did not write"
    }
  }
}

extension OutputFile.Kind {
  var replaced: String {
    switch self {
    case .picture: "a PNG file"
    case .archive: "a ZIP file"
    case .text: "a text file"
    case .marked: "a file that this program wrote"
    }
  }
}

/// The file of a picture that is drawn: an SVG where its name ends in .svg, else a PNG.
struct PictureFile {
  private let file: OutputFile
  private let isSVG: Bool

  init(path: String, overwrite: Bool, inputs: [String]) throws {
    isSVG = path.lowercased().hasSuffix(".svg")
    file = try OutputFile(
      path: path, isSVG ? .marked(PictureDrawing.svgMark) : .picture, overwrite: overwrite,
      inputs: inputs)
  }

  func write(_ drawing: PictureDrawing) throws -> String {
    guard isSVG else { return try file.write(drawing.image) }
    try file.write(Array(try drawing.svg().utf8))
    return "wrote \(file.path), \(drawing.size.width) × \(drawing.size.height) pixels"
  }
}

/// A folder for a few files that a command writes.
enum NewFiles {
  /// All or none.
  static func write(_ files: [(file: OutputFile, contents: [UInt8])]) throws {
    var created: [String] = []
    for (file, contents) in files {
      let isNew = access(file.path, F_OK) != 0
      do {
        try file.write(contents)
        if isNew { created.append(file.path) }
      } catch {
        // They are of no use alone; a failure adds nothing to the error that led here.
        for path in created { _ = unlink(path) }
        throw error
      }
    }
  }

  /// Returns whether the folder was created.
  static func makeFolder(_ path: String) throws(FileError) -> Bool {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { throw .notAFolder(path: path) }
      return false
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
      return true
    } catch {
      throw .cannotWrite(path: path, reason: reason(of: error))
    }
  }

  private static func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(underlying.code)))
    }
    return (error as NSError).localizedDescription
  }
}

/// The failure to write a small file.
struct FileError: ReportableError {
  let report: FailureReport

  private init(_ report: FailureReport) { self.report = report }

  /// `nil` where the library's own words fit.
  init?(_ error: TileStorageError, expected: String) {
    switch error {
    case .outputExists(let path):
      report = FailureReport(
        .badInput, "the file exists", at: path, expected: "no file of that name",
        nextStep: "name another one, or pass --overwrite")
    case .notReplaceable(let path, let found):
      report = FailureReport(
        .badInput, "what is there is not replaced", at: path, found: found, expected: expected,
        nextStep: "name another file, or remove this one yourself")
    case .system(_, let path, let code):
      self = .cannotWrite(path: path, reason: String(cString: strerror(code)))
    default: return nil
    }
  }

  static func notAFolder(path: String) -> Self {
    Self(
      FailureReport(
        .badInput, "the output is not a folder", at: path, expected: "a folder, or nothing",
        nextStep: "name another one"))
  }

  static func cannotWrite(path: String, reason: String) -> Self {
    Self(
      FailureReport(
        .cannotAccess, "cannot write", at: path, found: reason,
        nextStep: "check the folder, its permissions and the space left"))
  }
}
