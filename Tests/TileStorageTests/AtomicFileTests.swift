import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("AtomicFile")
struct AtomicFileTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func mode(_ name: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(folder.path(name), &status) == 0)
    return status.st_mode & 0o777
  }

  @Test(
    "A file written atomically has all of its bytes, and nothing else is left in the folder",
    arguments: [0, 1, 300_000])
  func contents(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    for presence in [AtomicFile.Presence.mustBeAbsent, .isReplaced] {
      try AtomicFile.write(bytes, to: folder.path("a"), presence: presence)
      #expect(try SampleLayers.bytes(folder.path("a")) == bytes)
      #expect(try SampleLayers.names(in: folder) == ["a"])
    }
  }

  @Test("An existing file is replaced only when that is asked for, and keeps its permissions")
  func replacing() throws {
    let path = folder.path("a")
    try AtomicFile.write([1], to: path)
    #expect(storageError { try AtomicFile.write([2], to: path) } == .outputExists(path: path))
    #expect(try SampleLayers.bytes(path) == [1])
    #expect(chmod(path, 0o600) == 0)
    try AtomicFile.write([2], to: path, presence: .isReplaced)
    #expect(try SampleLayers.bytes(path) == [2])
    #expect(try mode("a") == 0o600)
    #expect(try SampleLayers.names(in: folder) == ["a"])
  }

  @Test(
    "Links, folders and pipes are neither followed nor replaced",
    arguments: ["link", "dangling", "folder", "pipe"])
  func otherKinds(name: String) throws {
    try AtomicFile.write([1], to: folder.path("target"))
    #expect(symlink("target", folder.path("link")) == 0)
    #expect(symlink("nowhere", folder.path("dangling")) == 0)
    #expect(mkdir(folder.path("folder"), 0o755) == 0)
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let before = try SampleLayers.names(in: folder)
    for presence in [AtomicFile.Presence.mustBeAbsent, .isReplaced] {
      #expect(
        storageError {
          try AtomicFile.write([2], to: folder.path(name), presence: presence)
        }?.report.category == .badInput)
    }
    #expect(try SampleLayers.names(in: folder) == before)
    #expect(try SampleLayers.bytes(folder.path("target")) == [1])
  }

  @Test("Of many writers of one name exactly one succeeds")
  func race() async throws {
    let path = folder.path("a")
    let successes = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<16 {
        group.addTask {
          storageError {
            try AtomicFile.write([UInt8](repeating: UInt8(number), count: 9999), to: path)
          } == nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(successes == 1)
    #expect(Set(try SampleLayers.bytes(path)).count == 1)
    #expect(try SampleLayers.names(in: folder) == ["a"])
  }

  @Test("Writing into a folder that is missing, or is no folder, is an error that names the file")
  func noFolder() throws {
    try AtomicFile.write([1], to: folder.path("a"))
    for name in ["b/c", "a/c"] {
      let failure = storageError { try AtomicFile.write([1], to: folder.path(name)) }
      #expect(failure?.report.category == .cannotAccess)
      #expect(failure?.report.location == folder.path(name))
    }
  }
}
