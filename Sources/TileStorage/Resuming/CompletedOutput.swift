import Hashing
import Platform
import TileModel

/// Record of a complete output's inputs, by which a repeated build finds nothing to do.
///
/// It is an extended attribute of the output, or else a hidden file beside it,
/// `.NAME.tilepyramid-complete`. It is written before the output's final rename, and counts only with the
/// document of its hash. It is not part of the output, since modification times would make equal outputs
/// differ.
package struct CompletedOutput: Sendable {
  private let documentHash: String
  private let output: OutputPath
  private let identity: BuildIdentity

  private static let magic = Array("TPdone01".utf8)
  private static let attribute = "tilepyramid.build"

  package static func find(
    forOutput path: String, of identity: BuildIdentity, replaces: Bool
  ) throws(TileStorageError) -> CompletedOutput? {
    let output = OutputPath(path)
    switch try FileSystem.kind(of: output.path, followingLinks: false) {
    case .file, .directory: break
    case nil, .link, .other: return nil
    }
    guard let record = try record(of: output) else {
      if replaces { return nil }
      throw .outputUnrecorded(path: output.path)
    }
    if let difference = condensed(identity).difference(fromSaved: record.identity) {
      if replaces { return nil }
      throw .outputDiffers(path: output.path, difference)
    }
    return CompletedOutput(documentHash: record.documentHash, output: output, identity: identity)
  }

  private static func record(
    of output: OutputPath
  ) throws(TileStorageError) -> (identity: BuildIdentity, documentHash: String)? {
    let file = path(of: output)
    for bytes in [
      ExtendedAttribute.read(attribute, of: output.path),
      try AtomicFile.head(of: file, upTo: ExtendedAttribute.capacity + 1),
    ] {
      guard let bytes, bytes.starts(with: magic), bytes.count > magic.count + 32 else { continue }
      let contents = Array(bytes[magic.count..<(bytes.count - 32)])
      guard Array(hash(of: contents).utf8) == bytes.suffix(32),
        let identity = BuildIdentity(decoding: contents), let last = identity.parts.last
      else { continue }
      return (identity.droppingLast(), last.value)
    }
    return nil
  }

  static func write(
    in staging: StagingFolder, for path: String, of identity: BuildIdentity, document: [UInt8],
    asAttribute: Bool = true
  ) throws(TileStorageError) {
    var record = condensed(identity)
    record.add("the document", hash(of: document))
    let contents = record.encoded
    let bytes = magic + contents + Array(hash(of: contents).utf8)
    if asAttribute, ExtendedAttribute.write(bytes, as: attribute, to: path) { return }
    let file = Self.path(of: staging.output)
    if try FileSystem.kind(of: file, followingLinks: false) != nil {
      guard let head = try AtomicFile.head(of: file, upTo: magic.count), head == magic
      else { return }
    }
    let draft = staging.path(StagingFolder.completionName)
    try FileSystem.removeFile(draft)
    try FileSystem.create(draft, containing: bytes)
    try FileSystem.synchronize(draft)
    try AtomicRename.replace(file, with: draft)
  }

  private static func path(of output: OutputPath) -> String { output.sibling(suffix: "complete") }

  private static func hash(of bytes: [UInt8]) -> String {
    let hash = Hash128(hashing: bytes)
    return ContentDigest(low: hash.low, high: hash.high).hexadecimal
  }

  /// Shortens an identity by hashes of long values, or of all properties.
  ///
  /// It is injective up to hash collisions.
  private static func condensed(_ identity: BuildIdentity) -> BuildIdentity {
    // The rest holds the magic, the part for the document and two hashes.
    let limit = ExtendedAttribute.capacity - 200
    if identity.encoded.count <= limit { return identity }
    var result = BuildIdentity()
    var rest = BuildIdentity()
    var count = 0
    for part in identity.parts {
      var short = BuildIdentity()
      let value = part.value.utf8
      short.add(part.name, value.count > 40 ? "hash " + hash(of: Array(value)) : part.value)
      count += short.encoded.count
      if count <= limit, rest.parts.isEmpty {
        result.add(short)
      } else {
        rest.add(part.name, part.value)
      }
    }
    if !rest.parts.isEmpty { result.add("what is built", "hash " + hash(of: rest.encoded)) }
    return result
  }

  /// Also completes the work that a kill left after the final rename.
  package func confirm(
    sidecar: String? = nil, _ confirm: () throws -> [UInt8]
  ) throws {
    let staging = try remains()
    do {
      let document = try confirm()
      guard Self.hash(of: document) == documentHash else {
        throw TileStorageError.outputChanged(
          path: output.path, found: "other tiles, or another layer definition")
      }
      if let sidecar, try FileSystem.kind(of: sidecar, followingLinks: false) == nil {
        try AtomicFile.write(document, to: sidecar)
      }
    } catch {
      staging?.keep()
      throw error
    }
    guard let staging else { return }
    if isOwn(staging) { staging.remove() } else { staging.keep() }
  }

  package func confirm(_ path: String, holds bytes: [UInt8]) throws(TileStorageError) {
    guard let found = try AtomicFile.head(of: path, upTo: bytes.count + 1) else {
      throw .outputChanged(path: output.path, found: "no file \(path)")
    }
    guard found == bytes else {
      throw .outputChanged(path: output.path, found: "another \(path)")
    }
  }

  private func remains() throws(TileStorageError) -> StagingFolder? {
    let path = output.sibling(suffix: "partial")
    guard try FileSystem.kind(of: path, followingLinks: false) != nil else { return nil }
    return try StagingFolder(for: output, adopting: true)
  }

  private func isOwn(_ staging: StagingFolder) -> Bool {
    let path = staging.path(StagingFolder.logName)
    do throws(TileStorageError) {
      guard try FileSystem.kind(of: path, followingLinks: false) != nil else { return true }
      let saved = try BlockLog(reading: path, confirms: false).identity
      // The identity of a finished output has further parts.
      return Set(saved.parts).isSubset(of: identity.parts)
    } catch {
      return false
    }
  }
}
