import Platform

extension FileSystem {
  /// Skips `.` and `..`, in the system's order; the kind is `nil` where the directory does not state it.
  static func forEachEntry(
    of folder: Int32, path: @autoclosure () -> String,
    _ body: (UnsafePointer<CChar>, Kind?) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    guard let stream = fdopendir(folder) else {
      let code = errno
      close(folder)
      throw .system(operation: "list", path: path(), code: code)
    }
    defer { closedir(stream) }
    while true {
      // The end and an error look alike but for this.
      errno = 0
      guard let entry = readdir(stream) else {
        let code = errno
        if code == 0 { return }
        throw .system(operation: "list", path: path(), code: code)
      }
      let kind: Kind? =
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .directory
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): nil
        default: .other
        }
      try withUnsafePointer(to: &entry.pointee.d_name) { (field) throws(TileStorageError) in
        try field.withMemoryRebound(to: CChar.self, capacity: 1) {
          (name) throws(TileStorageError) in
          let isSelfOrParent =
            name[0] == 0x2E && (name[1] == 0 || (name[1] == 0x2E && name[2] == 0))
          if !isSelfOrParent { try body(name, kind) }
        }
      }
    }
  }
}
