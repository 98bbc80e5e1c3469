import Drawings
import Foundation
import Georeferencing
import RasterSources
import TileModel
import TileStorage

/// The statements of files beside a plan about its floor, as lines of a manifest.
struct DraftPlacement {
  /// A file beside the plan that may georeference it.
  private struct Source {
    /// None for a position that is found without being named.
    var lines: [String]
    /// `nil` where they hold.
    var doubt: String?
    var origin: String?
  }

  /// Those that are not sure are commented out.
  let lines: [String]
  let isGeoreferenced: Bool
  let floor: LayerDefinition.Floor?
  let floorOrigin: String?

  init(_ plan: PlanFile, path: (String) -> String) {
    var sources: [Source] = []
    if plan.page == nil {
      let worldFiles = Sidecars(imagePath: plan.path).worldFilePaths
      if let file = worldFiles.first(where: Self.exists) {
        sources.append(Self.worldFile(file, of: plan, path: path))
      } else if let resolved = plan.resolved {
        sources.append(Source(lines: [], doubt: nil, origin: resolved.summary))
      }
      if let file = Self.pointsFile(of: plan.path) {
        sources.append(Self.points(file, of: plan, path: path))
      }
    }
    let document = plan.page == nil ? Self.layerDefinition(beside: plan) : nil
    floor = document?.definition.floor
    floorOrigin = document?.name
    if let document, let source = Self.corners(document, of: plan) { sources.append(source) }
    var lines: [String] = []
    var isGeoreferenced = false
    for source in sources {
      let holds = source.doubt == nil && !isGeoreferenced
      let doubt = source.doubt ?? (holds ? source.origin : "another way to georeference it")
      if source.lines.isEmpty { lines.append("# Placed by \(doubt ?? "the image itself").") }
      lines += source.lines.enumerated().map { index, line in
        let remark = index == 0 ? doubt.map { "  # \($0.displayLine)" } ?? "" : ""
        return (holds ? "" : "# ") + line + remark
      }
      isGeoreferenced = isGeoreferenced || holds
    }
    self.lines = lines
    self.isGeoreferenced = isGeoreferenced
  }

  static func pointsFile(of image: String) -> String? {
    Sidecars(imagePath: image).pointsPaths.first(where: exists)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  private static func worldFile(
    _ file: String, of plan: PlanFile, path: (String) -> String
  ) -> Source {
    let line = "world-file: \(ManifestScalar.text(path(file)))"
    do throws(GeoreferenceError) {
      _ = try GeoreferenceResolver.resolve(
        .worldFile(path: file), imagePath: plan.path, size: plan.size,
        orientation: plan.orientation)
      return Source(lines: [line])
    } catch {
      if case .crsRequired(_, let likely) = error {
        return Source(
          lines: [line, "crs: \(likely == .geographic ? "EPSG:4326" : "EPSG:3857")"],
          doubt: "it does not say its system: correct crs, then uncomment both")
      }
      return Source(lines: [line], doubt: error.report.what)
    }
  }

  private static func points(
    _ file: String, of plan: PlanFile, path: (String) -> String
  ) -> Source {
    let line = "gcp-file: \(ManifestScalar.text(path(file)))"
    do throws(GeoreferenceError) {
      let placement = try GeoreferenceResolver.resolve(
        .controlPointFile(path: file, kind: nil), imagePath: plan.path, size: plan.size,
        orientation: plan.orientation)
      return Source(lines: [line], doubt: placement.warnings.first)
    } catch {
      return Source(lines: [line], doubt: error.report.what)
    }
  }

  private static func layerDefinition(
    beside plan: PlanFile
  ) -> (definition: LayerDefinition, name: String)? {
    let stem = URL(fileURLWithPath: plan.path).deletingPathExtension().path
    for path in ["\(stem).layer.json", "\(stem).json"] where exists(path) {
      do {
        let bytes = try RegularFile.leadingBytes(
          of: path, limit: LayerDefinitionDocument.maximumByteCount + 1)
        let document = try LayerDefinitionDocument(decoding: bytes)
        return (document.definition, URL(fileURLWithPath: path).lastPathComponent)
      } catch {
        // Another program's file, which says nothing about the plan.
        continue
      }
    }
    return nil
  }

  /// In doubt where the plan has another shape.
  private static func corners(
    _ document: (definition: LayerDefinition, name: String), of plan: PlanFile
  ) -> Source? {
    let outline = document.definition.outline
    guard outline.count == 4 else { return nil }
    let positions = outline.map {
      "[\(NumberText.plain($0.latitude)), \(NumberText.plain($0.longitude))]"
    }
    let mercator = outline.map(WebMercator.project)
    func length(_ first: MercatorPoint, _ second: MercatorPoint) -> Double {
      ((second.x - first.x) * (second.x - first.x) + (second.y - first.y) * (second.y - first.y))
        .squareRoot()
    }
    let shape = length(mercator[0], mercator[1]) / length(mercator[1], mercator[2])
    let expected = Double(plan.size.width) / Double(plan.size.height)
    return Source(
      lines: ["corners: [\(positions.joined(separator: ", "))]"],
      doubt: (shape / expected - 1).magnitude < 0.02
        ? nil : "of \(document.name), whose image has another shape",
      origin: "from \(document.name)")
  }
}
