import Foundation
import RasterSources
public import TileModel

/// A commented manifest for a folder of images, to be completed by a person.
public struct ManifestDraft: Hashable, Sendable {
  /// The manifest.
  public let text: String
  /// How many floors it has.
  public let floorCount: Int
  /// Files that seem to be images but cannot be read, and why.
  public let skipped: [Skipped]

  /// A file that was left out.
  public struct Skipped: Hashable, Sendable {
    /// The path of the file.
    public var path: String
    /// Why.
    public var reason: String
  }

  private struct Floor {
    var file: String
    /// The page of a document of several.
    var page: Int?
    var stem: String
    var size: PixelSize
    var level: FloorLevel?
  }

  private static let extensions: Set<String> = [
    "png", "jpg", "jpeg", "webp", "tif", "tiff", "pdf", "svg",
  ]
  /// The most pages of a document that become floors.
  private static let maximumPageCount = 100

  /// Looks at the images of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder; only images directly in it count, and each page of a PDF.
  ///   - manifest: The path that the manifest will have, in whose folder relative paths start.
  /// - Throws: ``ManifestDraftError``.
  public init(folder: String, manifest: String) throws(ManifestDraftError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .cannotList(folder: folder, reason: error.localizedDescription)
    }
    let clock = DrawingClock()
    var floors: [Floor] = []
    var skipped: [Skipped] = []
    let directory = URL(fileURLWithPath: folder, isDirectory: true)
    for name in names.sorted() where !name.hasPrefix(".") {
      let url = directory.appendingPathComponent(name)
      guard Self.extensions.contains(url.pathExtension.lowercased()) else { continue }
      do throws(RasterError) {
        floors += try Self.floors(of: url, clock: clock)
      } catch {
        skipped.append(Skipped(path: name, reason: error.report.what))
      }
    }
    guard !floors.isEmpty else { throw .noImages(folder: folder, skipped: skipped) }
    self.skipped = skipped
    floorCount = floors.count
    let name = directory.standardizedFileURL.lastPathComponent
    text = Self.text(
      of: floors, building: name.isEmpty || name == "/" ? "Building" : name, manifest: manifest)
  }

  /// The floors that an image, or each page of a document, shows.
  private static func floors(of url: URL, clock: DrawingClock) throws(RasterError) -> [Floor] {
    let stem = url.deletingPathExtension().lastPathComponent
    let image = try openRaster(path: url.path, vector: VectorPlanOptions(clock: clock))
    guard let pages = (image as? VectorPlan)?.pageCount, pages > 1 else {
      let level = FloorNames.level(of: stem)
      return [Floor(file: url.path, page: nil, stem: stem, size: image.size, level: level)]
    }
    var floors: [Floor] = []
    for page in 1...min(pages, maximumPageCount) {
      let options = VectorPlanOptions(page: page, clock: clock)
      let size = try openRaster(path: url.path, vector: options).size
      floors.append(
        Floor(file: url.path, page: page, stem: "\(stem)-\(page)", size: size, level: nil))
    }
    return floors
  }

  private static func text(of floors: [Floor], building: String, manifest: String) -> String {
    let ids = identifiers(of: floors)
    var next = (floors.compactMap(\.level).max()?.halves ?? -2) / 2 + 1
    let entries = zip(floors, ids).map { floor, id in
      var level = floor.level ?? 0
      if floor.level == nil {
        level = FloorLevel(halves: 2 * next) ?? 0
        next += 1
      }
      return (floor: floor, id: id, level: level)
    }
    let sorted = entries.enumerated().sorted {
      ($0.element.level, $0.offset) < ($1.element.level, $1.offset)
    }.map(\.element)
    var text = Self.head(building: building, file: URL(fileURLWithPath: manifest).lastPathComponent)
    for (floor, id, level) in sorted {
      let remark =
        floor.level == nil ? "not told by the name: correct it" : "guessed from the name: check it"
      let page = floor.page.map { "\n    page: \($0)" } ?? ""
      text += """

          - id: \(ManifestScalar.text(id))
            level: \(level)  # \(remark)
            name: \(ManifestScalar.text(id))
            image: \(ManifestScalar.text(relativePath(of: floor.file, from: manifest)))  # \(floor.size) pixels\(page)
        \(Self.placement(isReference: id == sorted[0].id, reference: sorted[0].id))
        """
    }
    return text + "\n"
  }

  /// The words by which the files' names differ would be best; their whole stems are sure to differ.
  private static func identifiers(of floors: [Floor]) -> [String] {
    let last = floors.map { floor in
      floor.stem.split { "_- .".contains($0) }.last.map(String.init) ?? floor.stem
    }
    let areShort =
      Set(last.map { $0.lowercased() }).count == floors.count
      && zip(floors, last).allSatisfy { $0.level != nil && FloorNames.level(of: $1) != nil }
    let chosen = areShort ? last : floors.map(\.stem)
    var seen: Set<String> = []
    return chosen.map { name in
      let safe = String(name.map { "/\\{}".contains($0) || $0.isNewline ? "-" : $0 })
      var id = safe
      var number = 2
      while !seen.insert(id.lowercased()).inserted {
        id = "\(safe)-\(number)"
        number += 1
      }
      return id
    }
  }

  /// The path of a file as seen from the folder of the manifest.
  private static func relativePath(of file: String, from manifest: String) -> String {
    func components(_ path: String) -> [String] {
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
    }
    let target = components(file)
    let base = components(manifest).dropLast()
    let shared = zip(target, base).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: base.count - shared) + target[shared...])
      .joined(separator: "/")
  }
}

/// Why no manifest can be drafted.
public enum ManifestDraftError: ReportableError, Hashable {
  /// The folder cannot be listed.
  case cannotList(folder: String, reason: String)
  /// The folder holds no image that can be read.
  case noImages(folder: String, skipped: [ManifestDraft.Skipped])

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .cannotList(let folder, let reason):
      FailureReport(
        .cannotAccess, "the folder cannot be listed", at: folder, found: reason,
        expected: "a folder with an image of each floor",
        nextStep: "check the path and its permissions")
    case .noImages(let folder, let skipped):
      FailureReport(
        .badInput, "the folder has no image that can be read", at: folder,
        found: skipped.isEmpty
          ? nil
          : skipped.prefix(5).map { "\($0.path): \($0.reason)" }.joined(separator: "; "),
        expected: "an image of each floor", nextStep: "name the folder that holds the floor plans")
    }
  }
}
