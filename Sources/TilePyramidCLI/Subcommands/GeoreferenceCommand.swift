import ArgumentParser
import Foundation
import PyramidPictures
import RasterSources
import TileModel

/// `tilepyramid georeference`.
struct GeoreferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "georeference",
    abstract: "Georeferences an image, shows how well it fits, and writes a world file or .points.",
    discussion: """
      Beside a world file goes a .prj of the same name that states its system, unless one is there \
      that does.
      """)

  @Argument(
    help: ArgumentHelp("The image.", valueName: "source"),
    completion: .image)
  var source: String

  @OptionGroup(title: "Georeference") var placement: PlacementOptions
  @OptionGroup(title: "PDF and SVG") var vector: VectorOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the result: a .points file, or a world file under any other extension.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Draw the residuals of control points over the image: an SVG where the name ends in .svg, else a \
      PNG.
      """,
      valueName: "file"),
    completion: .picture)
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The folder for scratch files (default: the system's).", valueName: "folder"),
    completion: .directory)
  var tempDir: String?

  @Flag(help: "Replace the output files.")
  var overwrite = false

  func run() throws {
    let image = try SourceImage(source, placement, vector: vector.planOptions())
    if image.placement?.isImageGrid ?? false {
      throw UsageError.noEffect("--grid image", reason: "it says nothing of where the image is")
    }
    let inputs = image.files
    let picture = try report.map {
      try PictureFile(path: $0, overwrite: overwrite, inputs: inputs)
    }
    let file = try output.map {
      try OutputFile(path: $0, .text, overwrite: overwrite, inputs: inputs)
    }
    let georeferenced = try image.georeferenced()
    let residuals = try picture.map { _ in try drawResiduals(of: georeferenced) }
    let text = try output.map { try GeoreferenceFile(georeferenced, path: $0).text }
    let projection = try output.flatMap {
      try GeoreferenceFile.projection(of: georeferenced, besides: $0).map { path, text in
        (
          try OutputFile(path: path, .text, overwrite: overwrite, inputs: inputs),
          Array((text + "\n").utf8)
        )
      }
    }
    georeferenced.warn()
    StandardOutput.print(FitText.description(of: georeferenced))
    if let file, let text {
      try NewFiles.write([(file, Array(text.utf8))] + [projection].compactMap(\.self))
      StandardOutput.print(
        "wrote \(file.path), in \(Self.system(of: georeferenced, path: file.path))")
      if let projection {
        StandardOutput.print("wrote \(projection.0.path), which names that system")
      }
    }
    if let picture, let residuals { StandardOutput.print(try picture.write(residuals)) }
  }

  /// The system that the coordinates in a written file count in.
  private static func system(of georeferenced: GeoreferencedImage, path: String) -> String {
    GeoreferenceFile.isPoints(path)
      ? "EPSG:3857" : georeferenced.resolved.georeference.crs.identifier
  }

  private func drawResiduals(of georeferenced: GeoreferencedImage) throws -> PictureDrawing {
    guard let fit = georeferenced.resolved.fit else {
      throw UsageError.missing(
        "--gcp or --gcp-file", neededBy: "--report", example: "--gcp-file f.points")
    }
    let drawing = ResidualPicture(
      title: URL(fileURLWithPath: source).lastPathComponent, source: georeferenced.raster,
      georeference: georeferenced.resolved.georeference, fit: fit)
    let folder = tempDir ?? FileManager.default.temporaryDirectory.path
    return try drawing.draw(scratch: ScratchDirectory(path: folder))
  }
}
