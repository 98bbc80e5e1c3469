import ArgumentParser
import Georeferencing
import RasterSources
import TileModel

/// The options that limit what is used of an image.
struct ClipOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Use what is inside the polygons of a GeoJSON file, in lng,lat or its crs member's \
      system; the rest becomes transparent, with smooth edges.
      """, valueName: "file"),
    completion: .polygons)
  var cutline: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Use a box in degrees, longitude first.", valueName: "W,S,E,N"))
  var clipBounds: String?

  @OptionGroup var outline: OutlineOption

  /// Reads what is used: the inside of all areas.
  func areas() throws -> [ClipArea] {
    var areas: [ClipArea] = []
    if let cutline { areas.append(try CutlineFile.area(path: cutline)) }
    if let clipBounds {
      areas.append(
        try ClipArea(try GeographicBounds(optionText: clipBounds, option: "--clip-bounds")))
    }
    return areas
  }
}

/// The option that limits what is used of an image to a polygon of its own pixels.
struct OutlineOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Use a polygon in pixels of the image, "px,py px,py px,py ..."; a legend and a title \
      block outside it are not tiled.
      """, valueName: "corners"))
  var outline: String?

  /// Reads what is used of the one image.
  func imageOutline() throws -> ImageOutline? {
    try outline.map { try ImageOutline(optionText: $0) }
  }
}
