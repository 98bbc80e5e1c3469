import CLibPROJ
import Platform
import TileModel

/// The files that PROJ may open: those in its own folders, and grids by absolute paths.
///
/// Only regular files are read, so that nothing blocks on a pipe. None is written.
enum PROJFiles {
  static func install(in context: OpaquePointer) {
    // Asked for now: within a callback PROJ may hold the lock that the answer needs.
    _ = folders
    var functions = PROJ_FILE_API()
    functions.version = 1
    functions.open_cbk = { _, name, access, _ in
      guard access == PROJ_OPEN_ACCESS_READ_ONLY, let name,
        let file = PROJFiles.open(String(cString: name))
      else { return nil }
      return OpaquePointer(Unmanaged.passRetained(OpenFile(file)).toOpaque())
    }
    functions.read_cbk = { _, handle, target, count, _ in
      guard let handle, let target else { return 0 }
      return PROJFiles.openFile(handle).read(into: target, count: count)
    }
    functions.write_cbk = { _, _, _, _, _ in 0 }
    functions.seek_cbk = { _, handle, offset, origin, _ in
      guard let handle else { return 0 }
      return PROJFiles.openFile(handle).seek(to: Int(offset), from: origin) ? 1 : 0
    }
    functions.tell_cbk = { _, handle, _ in
      guard let handle else { return 0 }
      return UInt64(PROJFiles.openFile(handle).position)
    }
    functions.close_cbk = { _, handle, _ in
      guard let handle else { return }
      Unmanaged<OpenFile>.fromOpaque(UnsafeRawPointer(handle)).release()
    }
    functions.exists_cbk = { _, name, _ in
      guard let name else { return 0 }
      return PROJFiles.open(String(cString: name)) == nil ? 0 : 1
    }
    functions.mkdir_cbk = { _, _, _ in 0 }
    functions.unlink_cbk = { _, _, _ in 0 }
    functions.rename_cbk = { _, _, _, _ in 0 }
    // PROJ copies the functions; it refuses them only for a version that it does not know.
    _ = proj_context_set_fileapi(context, &functions, nil)
  }

  private final class OpenFile {
    let file: RegularFile
    var position = 0

    init(_ file: RegularFile) { self.file = file }

    func read(into target: UnsafeMutableRawPointer, count: Int) -> Int {
      let bytes = target.assumingMemoryBound(to: UInt8.self)
      let done = file.read(at: position, into: bytes, count: count).count
      position += done
      return done
    }

    func seek(to offset: Int, from origin: Int32) -> Bool {
      let start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : file.byteCount
      let (location, isBeyond) = start.addingReportingOverflow(offset)
      guard !isBeyond, location >= 0 else { return false }
      position = location
      return true
    }
  }

  private static func openFile(_ handle: OpaquePointer) -> OpenFile {
    Unmanaged<OpenFile>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  private static let folders = String(cString: proj_info().searchpath)
    .split(separator: ":").map { "\($0)/" }

  static func isAnything(at name: String) -> Bool {
    let paths = name.hasPrefix("/") ? [name] : folders.map { $0 + name }
    return paths.contains { path in
      var status = stat()
      return stat(path, &status) == 0
    }
  }

  private static func open(_ path: String) -> RegularFile? {
    let isOwn = folders.contains { folder in
      path.hasPrefix(folder) && !path.dropFirst(folder.count).split(separator: "/").contains("..")
    }
    guard isOwn || path.hasPrefix("/") else { return nil }
    do throws(RegularFileError) {
      let file = try RegularFile(path: path)
      if isOwn { return file }
      return isGrid(try file.leadingBytes(16), path: path) ? file : nil
    } catch {
      // PROJ asks in one folder after the other, and says itself what it lacks.
      return nil
    }
  }

  /// Signatures of GeoTIFF, NTv2, NTv1 and CTable2; GTX has none.
  private static func isGrid(_ start: [UInt8], path: String) -> Bool {
    let signatures = [
      "II*\0", "MM\0*", "II+\0", "MM\0+", "NUM_OREC", "HEADER", "CTABLE V2",
    ]
    return signatures.contains { start.starts(with: $0.utf8) }
      || path.lowercased().hasSuffix(".gtx")
  }
}
