import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Images as they come")
struct ImageNoticeTests {
  @Test(
    "A file of a format that is not read is named, with what converts it",
    arguments: [
      ("BM\u{36}", "BMP", "magick"), ("GIF89a", "GIF", "magick"),
      ("\0\0\0\u{C}JXL \r\n\u{87}\n", "JPEG XL", "djxl"),
      ("AC1032", "DWG", "PDF, SVG or DXF"),
      ("  0\r\nSECTION\r\n  2\r\nHEADER", "DXF", "fit_page=False"),
      ("999\nremark\n0\n", "DXF", "pip install ezdxf"),
      ("CDF\u{1}\0\0", "NetCDF", "gdal_translate INPUT OUTPUT.tif"),
      ("GRIB\0\0\0\u{2}", "GRIB", "gdal_translate INPUT OUTPUT.tif"),
      ("! a chart\r\nVER/3.0\r\nBSB/NA=X,RA=4,3", "BSB (KAP)", "gdal_translate INPUT OUTPUT.tif"),
      ("e\u{2}\u{1}\0", "ECW", "QGIS for Windows"), ("msid\u{1}\0", "MrSID", "QGIS for Windows"),
      ("PK\u{3}\u{4}", "ZIP", "level.geojson"),
      ("{\"tilepyramid\":{}}", "JSON", "the tiles that it"),
    ])
  func foreignFormat(start: String, name: String, advice: String) throws {
    let workspace = try Workspace()
    try workspace.write(Array(start.utf8) + [UInt8](repeating: 32, count: 64), as: "image")
    for arguments in [["info", "image"], ["build", "image", "-o", "out"] + AlignedPlan.placement] {
      try workspace.fail(arguments, saying: "the format \(name) are not read", advice)
    }
  }

  @Test(
    "A package of tiles and an ECW are told by their names", arguments: ["plan.TPKX", "plan.ecw"])
  func named(name: String) throws {
    let workspace = try Workspace()
    try workspace.write(Array("PK\u{3}\u{4}".utf8), as: "plan.TPKX")
    try workspace.write([0, 1, 2, 3], as: "plan.ecw")
    let result = try workspace.run("info \(name)")
    #expect(result.errors.contains(name == "plan.ecw" ? "ECW" : "rio convert INPUT OUTPUT.tif"))
  }

  @Test(
    "A cutline or background without polygons names those of an IMDF archive",
    arguments: [
      ("venue.zip", "PK\u{3}\u{4}"),
      (
        "building.geojson",
        #"{"type":"FeatureCollection","features":[{"type":"Feature","feature_type":"building","geometry":null,"properties":{}}]}"#
      ),
    ])
  func archive(name: String, text: String) throws {
    let workspace = try Workspace()
    try workspace.write(Array(text.utf8), as: name)
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.fail(
      "build plan.png -o out --cutline \(name)", AlignedPlan.placement)
    for word in [name, "footprint.geojson", "level.geojson"] {
      #expect(result.errors.contains(word), "\(result.errors)")
    }
  }

  @Test("A URL, an empty folder and a manifest among images are told what to do instead")
  func wrongSources() throws {
    let workspace = try Workspace(AlignedPlan.raster, as: "a.png")
    try workspace.makeFolder("empty")
    for (sources, status, words) in [
      (["https://example.org/a.tif"], 2, ["a URL cannot be read", "download the file"]),
      ([workspace.directory.path("empty")], 2, ["no image is in the folder"]),
      (["a.png", "b.yml"], 2, ["a manifest names all images", "a.png, b.yml"]),
    ] as [([String], Int32, [String])] {
      let result = try workspace.run(["build"] + sources + ["-o", "out"])
      #expect(result.end == .exit(status), "\(result.errors)")
      for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
    }
    #expect(!workspace.directory.entries.contains { $0.hasPrefix("out") })
  }

  @Test("A colour profile is converted, or kept where that is asked for, and verify does likewise")
  func profile() throws {
    let workspace = try Workspace()
    let raster = AlignedPlan.raster
    let plain = try JPEGTileEncoder(quality: 90, effort: .fast).encode(
      RGBAImage(width: 512, height: 512, samples: raster.samples))
    let contents =
      Array("ICC_PROFILE\0".utf8) + [1, 1]
      + ICCProfileSketch.matrix("Wide", ICCProfileSketch.adobeRGB, gamma: 1.8)
    let length = contents.count + 2
    let segment = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + contents
    try workspace.write(plain, as: "plain.jpg")
    try workspace.write(plain[..<2] + segment + plain[2...], as: "wide.jpg")
    func build(_ image: String, _ options: [String]) throws -> [String: [UInt8]] {
      let result = try workspace.succeed(
        "build \(image) -o out --overwrite", AlignedPlan.placement + options)
      #expect(!result.errors.contains("warning"), "\(result.errors)")
      return try workspace.files(in: "out").filter { $0.key.hasSuffix(".png") }
    }
    let untagged = try build("plain.jpg", [])
    let converted = try build("wide.jpg", [])
    #expect(try build("wide.jpg", ["--color", "convert"]) == converted)
    #expect(converted != untagged)
    #expect(try build("wide.jpg", ["--color", "keep"]) == untagged)
    let against = ["verify", "out", "--against", "wide.jpg"] + AlignedPlan.placement
    try workspace.succeed(against + ["--color", "keep"])
    try workspace.fail(against, with: 1)
    try workspace.succeed("info wide.jpg", printing: "Wide, converted to sRGB")
  }

  @Test("A build of one page of several says which")
  func pages() throws {
    guard VectorPlanFile.isInstalled("pdftocairo"), VectorPlanFile.isInstalled("pdfinfo") else {
      return
    }
    let workspace = try Workspace()
    let page = VectorPlanFile.Page(width: 72, height: 72, content: "1 0 0 rg 9 9 50 50 re f")
    try workspace.write(VectorPlanFile.pdf([page, page, page]), as: "plan.pdf")
    let options = ["build", "plan.pdf", "-o", "out", "--max-zoom", "16"] + AlignedPlan.placement
    try workspace.succeed(options + ["--dry-run"], printing: "150 × 150 pixels, page 1 of 3")
    try workspace.succeed(options, printing: "from page 1 of 3")
  }

  @Test("A build of an image of a TIFF with several says which", .enabled(if: TestData.isAvailable))
  func tiffPages() throws {
    let workspace = try Workspace()
    try workspace.write(try TestData.bytes("rasters/twoimages.tif"), as: "two.tif")
    let options = ["build", "two.tif", "--max-zoom", "16", "--page", "2"] + AlignedPlan.placement
    try workspace.succeed(options + ["-o", "out", "--dry-run"], printing: ", page 2 of 2")
    try workspace.succeed(options + ["-o", "out"], printing: "from page 2 of 2")
    let more = ["--nodata", "0", "--nodata-tolerance", "2", "--background", "#FFFFFF"]
    try workspace.succeed(options + more + ["-o", "new", "--dry-run"], printing: "page 2 of 2")
  }

  /// Writes a TIFF of unsigned little-endian samples of 16 × 16 pixels.
  private func write(
    _ workspace: Workspace, bits: Int, bands: Int, value: (_ pixel: Int, _ band: Int) -> Int
  ) throws {
    let samples = (0..<256).flatMap { pixel in
      (0..<bands).flatMap { TinyTIFF.little(UInt64(value(pixel, $0)), bits / 8) }
    }
    var tiff = TinyTIFF(isBig: false)
    tiff.addImage(
      width: 16, height: 16, bits: bits, bands: bands, blockHeight: 16, blocks: [samples])
    try workspace.write(tiff.file, as: "image.tif")
  }

  @Test("Info, the dry run and the build say what range was found and taken")
  func stretched() throws {
    let workspace = try Workspace()
    try write(workspace, bits: 16, bands: 1) { pixel, _ in 4 * pixel }
    let build = ["build", "image.tif", "-o", "out"] + AlignedPlan.placement
    let texts = [
      try workspace.run("info image.tif").output,
      try workspace.run(build + ["--dry-run"]).errors,
      try workspace.run(build).errors,
    ]
    for text in texts {
      #expect(text.contains("samples found are 0 to 1020 of 0 to 65535"), "\(text)")
      #expect(text.contains("--stretch none"), "\(text)")
    }
    #expect(
      try !workspace.run(build + ["--stretch", "none", "--overwrite"]).errors.contains("found"))
  }

  @Test("Bands without a colour are warned of until some are chosen")
  func bands() throws {
    let workspace = try Workspace()
    try write(workspace, bits: 8, bands: 4) { _, band in 60 * band }
    let build = ["build", "image.tif", "-o", "out"] + AlignedPlan.placement
    let result = try workspace.run(build)
    #expect(result.errors.contains("4 bands without a stated colour"), "\(result.errors)")
    #expect(result.errors.contains("--bands 3,2,1"))
    let chosen = try workspace.succeed(build + ["--overwrite", "--bands", "3,2,1"])
    #expect(!chosen.errors.contains("bands"), "\(chosen.errors)")
    for value in ["5", "1,2", "x"] {
      try workspace.fail(["info", "image.tif", "--bands", value], saying: "--bands")
    }
  }
}
