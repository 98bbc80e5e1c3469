import Foundation
import Platform
import Testing
import TilePyramidTesting
import TileStorage

@Suite("The folder of a job")
struct JobFolderTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A folder on another file system than temporary ones, where there is one.
  private static let elsewhere: String? = {
    var (temporary, memory) = (stat(), stat())
    guard stat(NSTemporaryDirectory(), &temporary) == 0, stat("/dev/shm", &memory) == 0,
      temporary.st_dev != memory.st_dev, access("/dev/shm", W_OK) == 0
    else { return nil }
    return "/dev/shm"
  }()

  private func adopt(to target: String) throws {
    let source = folder.path("source")
    let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
    try Data(bytes).write(to: URL(fileURLWithPath: source))
    try JobFolder.adopt(source, as: "\(target)/shards/0001")
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(target)/shards/0001")) == Data(bytes))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(target)/shards") == ["0001"])
    #expect(throws: TileStorageError.self) {
      try JobFolder.adopt(folder.path("none"), as: "\(target)/shards/0003")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(target)/shards") == ["0001"])
  }

  @Test("A shard of another job gets a second name")
  func linked() throws { try adopt(to: folder.path("job")) }

  @Test("A shard on another file system is copied", .enabled(if: elsewhere != nil))
  func copied() throws {
    let target = "\(try #require(Self.elsewhere))/tilepyramid-job-\(UUID().uuidString)"
    defer { unlinkTree(target) }
    try adopt(to: target)
  }

  private func unlinkTree(_ path: String) {
    do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record("\(error)") }
  }
}
