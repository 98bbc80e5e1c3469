import ArgumentParser
import Foundation
import PyramidPictures
import RasterSources
import TileImaging
import TileModel

/// `tilepyramid georeference`.
struct GeoreferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "georeference",
    abstract: "Fits an image to its place, shows how well, and writes a world file or .points.")

  @Argument(help: ArgumentHelp("The image.", valueName: "source"))
  var source: String

  @OptionGroup(title: "Where the image lies") var placement: PlacementOptions
  @OptionGroup(title: "PDF and SVG") var vector: VectorOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the result: a .points file, or a world file under any other extension.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Draw the residuals of control points over the image as a PNG file.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The folder for scratch files (default: the system's).", valueName: "folder"))
  var tempDir: String?

  @Flag(help: "Replace the output files.")
  var overwrite = false

  func run() throws {
    let request = try PlacementRequest(placement)
    let inputs = [source] + request.files(besides: source)
    let picture = try report.map {
      try OutputFile(path: $0, .picture, overwrite: overwrite, inputs: inputs)
    }
    let file = try output.map {
      try OutputFile(path: $0, .text, overwrite: overwrite, inputs: inputs)
    }
    let placed = try PlacedSource(
      path: source, placement: request, vector: try vector.planOptions())
    let residuals = try picture.map { _ in try drawResiduals(of: placed) }
    let text = try output.map { try GeoreferenceFile(placed, path: $0).text }
    placed.warn()
    StandardOutput.print(FitText.description(of: placed))
    if let file, let text {
      try file.write(Array(text.utf8))
      StandardOutput.print("wrote \(file.path), in \(Self.system(of: placed, path: file.path))")
    }
    if let picture, let residuals { StandardOutput.print(try picture.write(residuals)) }
  }

  /// The system that the coordinates in a written file count in.
  private static func system(of placed: PlacedSource, path: String) -> String {
    GeoreferenceFile.isPoints(path)
      ? "EPSG:3857" : placed.placement.georeference.crs.identifier
  }

  private func drawResiduals(of placed: PlacedSource) throws -> RGBAImage {
    guard let fit = placed.placement.fit else {
      throw UsageError.missing(
        "--gcp or --gcp-file", neededBy: "--report", example: "--gcp-file f.points")
    }
    let drawing = ResidualPicture(
      title: URL(fileURLWithPath: source).lastPathComponent, source: placed.raster,
      georeference: placed.placement.georeference, fit: fit)
    let folder = tempDir ?? FileManager.default.temporaryDirectory.path
    return try drawing.draw(scratch: ScratchDirectory(path: folder))
  }
}

/// A georeference as a file.
struct GeoreferenceFile {
  let text: String

  /// - Throws: ``UsageError`` when a world file cannot state the transform.
  init(_ placed: PlacedSource, path: String) throws(UsageError) {
    let georeference = placed.placement.georeference
    if Self.isPoints(path) {
      text = Self.controlPoints(of: placed).pointsFileText
      return
    }
    guard case .affine(let transform) = georeference.pixelToCRS else {
      throw .invalidValue(
        option: "--output",
        found: "a transform that bends or leans, which a world file cannot state",
        expected: "a .points file, or --transform affine")
    }
    text = WorldFile(transform).text
  }

  /// Whether a path is that of a file of control points.
  static func isPoints(_ path: String) -> Bool { path.lowercased().hasSuffix(".points") }

  /// The control points that were fitted, or the corners when there were none, in EPSG:3857.
  private static func controlPoints(of placed: PlacedSource) -> ControlPointSet {
    let points: [ControlPoint]
    if let fit = placed.placement.fit {
      points = fit.residuals.map { residual in
        let place = WebMercator.project(residual.given)
        return ControlPoint(
          pixel: residual.pixel, position: CRSPoint(x: place.x, y: place.y),
          isEnabled: residual.isUsed)
      }
    } else {
      let (width, height) = (
        Double(placed.raster.size.width), Double(placed.raster.size.height)
      )
      points = [(0, 0), (width, 0), (width, height), (0, height)].map { x, y in
        let pixel = PixelPoint(x: x, y: y)
        let place = placed.placement.georeference.mercator(of: pixel)
        return ControlPoint(pixel: pixel, position: CRSPoint(x: place.x, y: place.y))
      }
    }
    return ControlPointSet(crs: .webMercator, points: points)
  }
}
