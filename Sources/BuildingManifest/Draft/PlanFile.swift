import Drawings
import Foundation
import Georeferencing
import RasterSources
import TileModel

/// The plan of one floor in a folder, and the other files that show the same.
struct PlanFile {
  let path: String
  let page: Int?
  let size: PixelSize
  let orientation: ImageOrientation
  /// The name of the file, or of the folder that holds nothing else.
  let name: String
  let others: [String]
  let resolved: ResolvedGeoreference?

  /// Drawings and pictures that are not read are left out with words.
  private static let extensions = Set(
    RasterFormat.allCases.flatMap(\.extensions) + ["pdf", "svg", "dwg", "dxf", "gif", "bmp"])
  private static let maximumPageCount = 100
  /// QGIS appends it to the name of an image that it georeferences.
  private static let modifiedSuffix = "_modified"

  /// Those in a folder, and in folders of it that are each named like a floor, or in all when it has none
  /// itself.
  static func plans(
    in folder: String
  ) throws(FailureReport) -> (plans: [PlanFile], skipped: [SkippedImage]) {
    let directory = URL(fileURLWithPath: folder, isDirectory: true)
    let entries = try entries(of: directory)
    var found: [(file: URL, folder: String?)] = entries.files.map { ($0, nil) }
    let names = entries.folders.map(\.lastPathComponent)
    for (inner, level) in zip(entries.folders, FloorNames.levels(of: names))
    where level != nil || entries.files.isEmpty {
      for file in try Self.entries(of: inner).files {
        found.append((file, inner.lastPathComponent))
      }
    }
    return group(found)
  }

  private static func entries(
    of directory: URL
  ) throws(FailureReport) -> (files: [URL], folders: [URL]) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    } catch {
      throw FailureReport(
        .cannotAccess, "the folder cannot be listed", at: directory.path,
        found: error.localizedDescription, expected: "a folder with an image of each floor",
        nextStep: "check the path and its permissions")
    }
    var files: [URL] = []
    var folders: [URL] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let url = directory.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
        continue
      }
      if isFolder.boolValue {
        folders.append(url)
      } else if extensions.contains(url.pathExtension.lowercased()) {
        files.append(url)
      }
    }
    return (files, folders)
  }

  private static func group(
    _ files: [(file: URL, folder: String?)]
  ) -> (plans: [PlanFile], skipped: [SkippedImage]) {
    let clock = DrawingClock()
    var skipped: [SkippedImage] = []
    var plans: [PlanFile] = []
    var stems: [String] = []
    var candidates: [String: [Candidate]] = [:]
    for (file, folder) in files {
      do throws(RasterError) {
        let image = try openRaster(path: file.path, vector: VectorPlanOptions(clock: clock))
        if let count = image.vectorDocument?.pageCount, count > 1 {
          plans += try pages(of: file, count: min(count, maximumPageCount), clock: clock)
          continue
        }
        let candidate = Candidate(file: file, folder: folder, image: image)
        if candidates[candidate.stem] == nil { stems.append(candidate.stem) }
        candidates[candidate.stem, default: []].append(candidate)
      } catch {
        let name = [folder, file.lastPathComponent].compactMap(\.self).joined(separator: "/")
        let reason = [error.report.what, error.report.nextStep].compactMap(\.self)
        skipped.append(SkippedImage(path: name, reason: reason.joined(separator: "; ")))
      }
    }
    let plansOfFolder = Dictionary(
      stems.compactMap { candidates[$0]?.first?.folder }.map { ($0, 1) }, uniquingKeysWith: +)
    for stem in stems {
      let group = (candidates[stem] ?? []).sorted { $0.rank < $1.rank }
      guard let chosen = group.first else { continue }
      let isAlone = chosen.folder.map { plansOfFolder[$0] == 1 } ?? false
      plans.append(
        PlanFile(
          path: chosen.file.path, page: nil, size: chosen.size, orientation: chosen.orientation,
          name: isAlone ? chosen.folder ?? stem : stem,
          others: group.dropFirst().map(\.file.path), resolved: chosen.resolved))
    }
    return (plans, skipped)
  }

  private static func pages(
    of file: URL, count: Int, clock: DrawingClock
  ) throws(RasterError) -> [PlanFile] {
    var plans: [PlanFile] = []
    let stem = file.deletingPathExtension().lastPathComponent
    for page in 1...count {
      let options = VectorPlanOptions(page: page, clock: clock)
      plans.append(
        PlanFile(
          path: file.path, page: page, size: try openRaster(path: file.path, vector: options).size,
          orientation: .upright, name: "\(stem)-p\(page)", others: [], resolved: nil))
    }
    return plans
  }

  /// An image that may show the same plan as others.
  private struct Candidate {
    let file: URL
    let folder: String?
    let size: PixelSize
    let orientation: ImageOrientation
    let resolved: ResolvedGeoreference?

    init(file: URL, folder: String?, image: any RasterSource) {
      (self.file, self.folder) = (file, folder)
      (size, orientation) = (image.size, image.orientation)
      do throws(GeoreferenceError) {
        resolved = try GeoreferenceResolver.resolve(
          nil, imagePath: file.path, size: size, orientation: orientation)
      } catch {
        resolved = nil
      }
    }

    var stem: String {
      let name = file.deletingPathExtension().lastPathComponent
      let plain =
        name.lowercased().hasSuffix(modifiedSuffix)
        ? String(name.dropLast(modifiedSuffix.count)) : name
      return [folder, plain].compactMap(\.self).joined(separator: "/")
    }

    /// The best first: a georeference, then a format without loss.
    var rank: (Int, Int, String) {
      let formats = ["png", "tif", "tiff", "webp", "jpg", "jpeg", "svg", "pdf"]
      return (
        resolved == nil ? 1 : 0,
        formats.firstIndex(of: file.pathExtension.lowercased()) ?? formats.count,
        file.lastPathComponent
      )
    }
  }
}

/// A file that a draft leaves out.
package struct SkippedImage: Hashable, Sendable {
  /// The path of the file, relative to the folder of the draft.
  package var path: String
  package var reason: String
}
