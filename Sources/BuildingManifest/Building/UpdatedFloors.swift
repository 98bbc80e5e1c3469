import TileModel
import TilePyramid
import TileStorage

/// The floors that the last update of a building made, in the block log beside the output: the digest of the tiles of
/// each, and a key that stands for all of which they are made.
struct UpdatedFloors {
  private static let wordCount = 4
  private let floors: Set<[Int]>

  private static var identity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the version of the program", PyramidBuild.version)
    return identity
  }

  init?(forOutput path: String) {
    guard let last = BlockLog.find(forOutput: path, of: Self.identity)?.last else { return nil }
    floors = Set(
      stride(from: 0, to: last.store.count, by: Self.wordCount).map {
        Array(last.store[$0..<min($0 + Self.wordCount, last.store.count)])
      })
  }

  func states(_ digest: ContentDigest, of key: ContentDigest) -> Bool {
    floors.contains(Self.words(digest, key))
  }

  /// Without it the next update compares all tiles.
  static func write(
    _ floors: [(digest: ContentDigest, key: ContentDigest)], forOutput path: String
  ) {
    do throws(TileStorageError) {
      try BlockLog(path: BlockLog.path(ofOutput: path), identity: identity).end(
        BlockPosition(step: 0, band: 0, fraction: 1), floors.flatMap { words($0.digest, $0.key) })
    } catch {
      // The output is published, and complete without it.
    }
  }

  private static func words(_ digest: ContentDigest, _ key: ContentDigest) -> [Int] {
    [digest.low, digest.high, key.low, key.high].map { Int(bitPattern: UInt($0)) }
  }
}

extension BuildingManifest.Floor {
  /// The settings by which its image is read, and the program that draws it.
  var readingIdentity: BuildIdentity {
    var image = SourceImage(self.image)
    (image.samples, image.vector) = (settings.samples, settings.vector)
    return image.readingIdentity
  }

  /// `nil` for a drawing, which may link other files, and for a floor of several images.
  func key(_ build: FloorBuild, _ sources: InputFingerprints) -> ContentDigest? {
    guard parts.isEmpty, !build.plan.isDrawn else { return nil }
    return readingIdentity.adding(sources.identity(ofFloor: id)).adding(build.identity).digest
  }
}
