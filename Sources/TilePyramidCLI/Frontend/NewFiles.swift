import Foundation

/// A folder for a few files that a command writes.
enum NewFiles {
  /// Writes files, all or none.
  ///
  /// - Throws: ``FileError`` or `TileStorageError`; then no file was created, and none replaced unless
  ///   it was the last.
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

  /// Creates a folder unless there is one; returns whether it was created.
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
