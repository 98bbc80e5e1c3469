import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("The record of a complete output")
struct CompletedOutputTests {
  private static let tiles = SampleLayers.pyramid(zoom: 3, x: 1..<4, y: 2..<4)

  private func identity(parts: Int = 3, last: String = "here") -> BuildIdentity {
    var identity = BuildIdentity()
    for part in 0..<parts {
      identity.add("part \(part)", String(repeating: "value ", count: part % 9))
    }
    identity.add("the last part", last)
    return identity
  }

  private func write(
    _ name: String, in folder: TemporaryDirectory, _ identity: BuildIdentity, asAttribute: Bool
  ) throws {
    var policy = ResumePolicy(identity: identity, resumes: false)
    policy.completion = try own(name)
    policy.recordsAsAttribute = asAttribute
    let writer = try StoreFormat(path: name).makeWriter(
      WritingRequest(
        .output(path: folder.path(name), replaces: true, keepsOthers: false),
        layout: .init(template: SampleLayers.template()), resuming: policy,
        isCancelled: { false }))
    try SampleLayers.write(Self.tiles, to: writer)
  }

  private func own(_ name: String) throws -> BuildIdentity {
    try StoreFormat(path: name).identity(of: .init(template: SampleLayers.template()))
  }

  /// The record for a build and its store.
  private func find(
    _ name: String, in folder: TemporaryDirectory, _ identity: BuildIdentity
  ) throws -> CompletedOutput? {
    try CompletedOutput.find(
      forOutput: folder.path(name), of: identity.adding(own(name)), replaces: false)
  }

  @Test("Identities differ where the same values stand elsewhere, and where names do")
  func order() throws {
    func identity(_ parts: (String, String)...) -> BuildIdentity {
      var identity = BuildIdentity()
      for (name, value) in parts { identity.add(name, value) }
      return identity
    }
    let saved = identity(("image", "blank"), ("image", "blank"), ("image", "hall"), ("mask", "a"))
    for other in [
      identity(("image", "blank"), ("image", "hall"), ("image", "blank"), ("mask", "a")),
      identity(("image", "blank"), ("image", "hall"), ("image", "hall"), ("mask", "a")),
    ] {
      let difference = try #require(other.difference(fromSaved: saved))
      #expect((difference.part, difference.saved, difference.current) == ("image", "blank", "hall"))
    }
    let moved = identity(("mask", "a"), ("image", "blank"), ("image", "blank"), ("image", "hall"))
    #expect(try #require(moved.difference(fromSaved: saved)).part == "mask")
    #expect(saved.difference(fromSaved: saved) == nil)
  }

  @Test(
    "It is found for the same build alone, however many parts the identity has",
    arguments: ["out", "out.mbtiles"], [3, 40, 6000])
  func found(name: String, parts: Int) throws {
    for asAttribute in [true, false] {
      let folder = try TemporaryDirectory()
      #expect(try find(name, in: folder, identity(parts: parts)) == nil)
      try write(name, in: folder, identity(parts: parts), asAttribute: asAttribute)
      let file = folder.path(".\(name).tilepyramid-complete")
      // Not every file system keeps attributes.
      #expect(asAttribute || FileManager.default.fileExists(atPath: file))
      #expect(try find(name, in: folder, identity(parts: parts)) != nil)
      for other in [
        identity(parts: parts, last: "hera"), identity(parts: parts - 1),
        identity(parts: parts + 1), BuildIdentity(),
      ] {
        #expect(throws: TileStorageError.self) { try find(name, in: folder, other) }
      }
      do {
        _ = try find(name, in: folder, identity(parts: 3, last: "x"))
      } catch let error as TileStorageError {
        guard case .outputDiffers(_, let difference) = error else {
          Issue.record("\(error)")
          continue
        }
        if parts == 3 { #expect(difference.part == "the last part" && difference.saved == "here") }
      }
    }
  }

  @Test("A file of that name that is damaged tells nothing, and one of others stays")
  func files() throws {
    let folder = try TemporaryDirectory()
    let file = folder.path(".out.tilepyramid-complete")
    try write("out", in: folder, identity(), asAttribute: false)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var damaged = bytes
      damaged[index] ^= 1
      for contents in [damaged, bytes.prefix(index)] {
        try contents.write(to: URL(fileURLWithPath: file))
        #expect(throws: TileStorageError.outputUnrecorded(path: folder.path("out"))) {
          try find("out", in: folder, identity())
        }
      }
    }
    let notes = Data("my notes".utf8)
    try notes.write(to: URL(fileURLWithPath: file))
    try write("out", in: folder, identity(), asAttribute: false)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == notes)
    #expect(throws: TileStorageError.self) { try find("out", in: folder, identity()) }
  }
}
