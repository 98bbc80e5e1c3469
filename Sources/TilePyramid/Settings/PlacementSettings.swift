import TileModel
import Georeferencing

/// The ways to say where an image is, and what goes with them.
///
/// The identity of a build has the georeference that they lead to.
package enum PlacementSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "corners", \.corners,
      SettingKind(
        .pairs(4, of: "[lat, lng] in degrees, such as [47.3769, 8.5417]"),
        "[lat, lng] of top-left, top-right, bottom-right, bottom-left"
      ) { try CornerCoordinates(optionText: $0) }, "corners", in: .shared, isInIdentity: false,
      """
      Place it by its outer corners, "lat,lng lat,lng lat,lng lat,lng": top-left, top-right, \
      bottom-right, bottom-left.
      """)
    Setting(
      "gcp-file", \.controlPointFile, .file(), "file", parameter: "controlPointFile", in: .shared,
      isInIdentity: false,
      """
      Read control points from a .points file of QGIS, a table px,py,lat,lng or with a header, \
      lines -gcp of gdal_translate, or an annotation of Allmaps.
      """)
    Setting(
      "gcp", \.controlPoints,
      SettingKind(.repeated, "px,py,lat,lng", text: { "\($0)" }) { stated in
        guard case .list(let texts) = stated else { return nil }
        return try ControlPointSet(optionTexts: texts)
      }, "px,py,lat,lng", parameter: "controlPoints", isInIdentity: false,
      """
      Place it by control points; give two or more. Pixels count from the top left corner, y \
      down.
      """)
    Setting(
      "transform", \.transform, .choice, "kind", in: .shared, isInIdentity: false,
      """
      Fit control points, also those in a GeoTIFF, by similarity, affine, projective, \
      polynomial2, polynomial3 or tps (default: similarity for two points, affine for more).
      """)
    Setting(
      "anchor", \.anchor,
      SettingKind(.numbers(2), "[lat, lng] in degrees, such as [47.3769, 8.5417]") {
        try GeographicCoordinate(optionText: $0)
      }, "lat,lng", in: .shared, isInIdentity: false,
      "Place it by the coordinates of one pixel; needs `metresPerPixel` or `scale`.")
    Setting(
      "metres-per-pixel", \.metresPerPixel, .number(1e-6...1e6, "metres, such as 0.02"), "m",
      in: .shared, needs: anchor, isInIdentity: false,
      "State the size of a pixel on the ground, for `anchor`.")
    Setting(
      "scale", \.scale, .scale(), "1:n", in: .shared, needs: anchor, isInIdentity: false,
      "State the scale of the drawing on paper, for `anchor`; a scan needs `dotsPerInch`, too, where its file states no resolution."
    )
    Setting(
      "bearing", \.bearing, .number(-3600...3600, "degrees clockwise from north"), "degrees",
      in: .shared,
      needs: Setting.Need(names: anchor.names + outline.names, example: anchor.example),
      isInIdentity: false,
      "State the compass direction of the image's top, clockwise, for `anchor` (default: 0), or roughly for `fitOutline`."
    )
    Setting(
      "anchor-pixel", \.anchorPixel,
      SettingKind(.numbers(2), "[x, y] in pixels from the top left corner, y down") {
        try PixelPoint(optionText: $0)
      }, "px,py", in: .shared, needs: anchor, isInIdentity: false,
      "Choose the pixel that `anchor` places (default: the centre).")
    Setting(
      "world-file", \.worldFile, .file(), "file", in: .shared, isInIdentity: false,
      "Place it by a world file, which needs `crs` unless there is a .prj.")
    Setting(
      "bounds", \.bounds,
      SettingKind(.numbers(4), "[west, south, east, north] in degrees, longitude first") { $0 },
      "W,S,E,N", in: .shared, isInIdentity: false,
      "Place it by its edges in degrees, longitude first, or in the unit of a projected `crs`.")
    Setting(
      "crs", \.crs,
      SettingKind(.number, "a coordinate reference system, such as EPSG:3857 or EPSG:32633") {
        try CoordinateReferenceSystem(parsing: $0)
      }, "EPSG:n", in: .shared, isInIdentity: false,
      """
      Name the system of a world file or of control points, or in which bounds are linear, by \
      a code such as EPSG:32633, a full name, well-known text, or a string of PROJ.
      """)
    Setting(
      "kml", \.overlayFile, .file(["kml", "kmz"]), "file", parameter: "overlayFile", in: .shared,
      isInIdentity: false, "Place it by the GroundOverlay of the image in a KML or KMZ file.")
    Setting(
      "fit-outline", \.fitOutline, .file(["geojson", "json"]), "file", in: .shared,
      isInIdentity: false,
      """
      Place it by fitting its edge to a building's outline in a GeoJSON file; it ends with 1 where \
      that is not sure.
      """)
    Setting(
      "feature", \.feature, .identifier(), "id", in: .shared, needs: outline, isInIdentity: false,
      "Name the outline for `fitOutline`: the id, @id or name of its feature, or its number from 1."
    )
    Setting(
      "grid", \.grid, .choice, "kind", isInIdentity: false,
      """
      Give image for an image without coordinates: tiles are of the picture itself, whose \
      pixels are those of the deepest zoom, from the top left corner of tile 0/0.
      """)
  }

  private static let anchor = Setting.Need(names: ["anchor"], example: "47.3769,8.5417")
  private static let outline = Setting.Need(names: ["fit-outline"], example: "site.geojson")
}

/// The areas that limit what is used of an image, which the identity of a build has together.
package enum ClipSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "cutline", \.cutline, .contents(of: ["geojson", "json"]) { try CutlineFile.area(path: $0) },
      "file", in: .shared, isInIdentity: false,
      """
      Use what is inside the polygons of a GeoJSON file, in lng,lat or its crs member's \
      system; the rest becomes transparent, with smooth edges.
      """)
    Setting(
      "clip-bounds", \.clipBounds,
      SettingKind(.numbers(4), "[west, south, east, north] in degrees, longitude first") {
        try ClipArea(GeographicBounds(optionText: $0, option: "`clipBounds`"))
      }, "W,S,E,N", in: .shared, isInIdentity: false, "Use a box in degrees, longitude first.")
    OutlineSettings.settings
  }
}

/// The polygon of its own pixels that limits what is used of an image.
package enum OutlineSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "outline", \.outline,
      SettingKind(
        .pairs(nil, of: "[px, py] in pixels of the image, such as [512, 384]"),
        "three or more [px, py] around the part of the image that is used"
      ) { try ImageOutline(optionText: $0) }, "corners", in: .floor, isInIdentity: false,
      """
      Use a polygon in pixels of the image, "px,py px,py px,py ..."; a legend and a title \
      block outside it are not tiled.
      """)
  }
}

/// The composition of several images.
///
/// The identity of a build has how they lie and where each is.
package enum MosaicSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "on-top", \.onTop, .choice, "which", in: .shared, isInIdentity: false,
      """
      Choose which image lies on top where several show something: last or first of the list, \
      finest, or newest. (default: {default})
      """)
    Setting(
      "feather", \.featherWidth, .integer(1...256, "1 to 256 pixels of the deepest zoom"), "pixels",
      parameter: "featherWidth", in: .shared, isInIdentity: false,
      """
      Blend images where several show something, over so many pixels of the deepest zoom from where each \
      ends: 1 to 256. Each image is then resampled by itself.
      """)
    Setting(
      "cut-to-footprints", \.cutsToFootprints, .flag(), parameter: "cutsToFootprints",
      isInIdentity: false,
      "Use of each image of an index in GeoJSON what is inside the geometry of its feature.")
    Setting(
      "headers", \.headers, .file(), "file", isInIdentity: false,
      """
      Keep what the headers of images say in a file, and do not open images the next time that are as they were.
      """)
    Setting(
      "skip-damaged", \.skipsDamagedImages, .flag(), parameter: "skipsDamagedImages",
      isInIdentity: false,
      "Leave out images that are missing or damaged; build lists them, and ends with 1.")
  }
}
