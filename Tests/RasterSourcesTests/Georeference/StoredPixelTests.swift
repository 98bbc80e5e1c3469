import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Files that count stored pixels")
struct StoredPixelTests {
  /// The places of the first stored sample, the end of the first row and the end of the first
  /// column in the picture.
  ///
  /// They are fractions of its size, by the table of Exif 2.32: 6 has row 0 at the right and column
  /// 0 at the top.
  private static let corners: [Int: [PixelPoint]] = [
    1: [(0, 0), (1, 0), (0, 1)], 2: [(1, 0), (0, 0), (1, 1)], 3: [(1, 1), (0, 1), (1, 0)],
    4: [(0, 1), (1, 1), (0, 0)], 5: [(0, 0), (0, 1), (1, 0)], 6: [(1, 0), (1, 1), (0, 0)],
    7: [(1, 1), (1, 0), (0, 1)], 8: [(0, 1), (0, 0), (1, 1)],
  ].mapValues { $0.map { PixelPoint(x: $0.0, y: $0.1) } }

  /// The world file by GDAL for stored (0,0), (64,0) and (0,40) of 64 × 40 samples.
  private static let worldFile = "2\n0.5\n0.25\n-3\n500001.125\n5199998.75\n"
  private static let positions = [
    CRSPoint(x: 500_000, y: 5_200_000), CRSPoint(x: 500_128, y: 5_200_032),
    CRSPoint(x: 500_010, y: 5_199_880),
  ]
  private static let gdalPoints = """
    -gcp 0 0 500000 5200000 -gcp 64 0 500128 5200032 \\
    -gcp 0 40 500010 5199880 0
    """
  private static let qgisPoints = """
    #CRS: EPSG:32632
    mapX,mapY,sourceX,sourceY,enable
    500000,5200000,0,0,1
    500128,5200032,64,0,1
    500010,5199880,0,-40,1
    """
  private static let auxiliary = """
    <PAMDataset><GCPList Projection="EPSG:32632">
    <GCP Id="1" Pixel="0" Line="0" X="500000" Y="5200000"/>
    <GCP Id="2" Pixel="64" Line="0" X="500128" Y="5200032"/>
    <GCP Id="3" Pixel="0" Line="40" X="500010" Y="5199880"/>
    </GCPList></PAMDataset>
    """

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ text: String, _ name: String) throws -> String {
    try folder.write(text.utf8, as: name)
    return folder.path(name)
  }

  private func size(_ orientation: ImageOrientation) -> PixelSize {
    orientation.rawValue < 5 ? PixelSize(width: 64, height: 40) : PixelSize(width: 40, height: 64)
  }

  private func resolve(
    _ placement: Placement?, _ orientation: ImageOrientation
  ) throws -> ResolvedGeoreference {
    try GeoreferenceResolver.resolve(
      placement, crs: CoordinateReferenceSystem(parsing: "EPSG:32632"),
      imagePath: folder.path("plan.jpg"), size: size(orientation), orientation: orientation)
  }

  @Test(
    "Files of GIS programs fit the picture of every orientation",
    arguments: 1...8, ["plan.jgw", "plan.jpg.aux.xml", "plan.points", "gcps.txt", "named.wld"])
  func files(number: Int, name: String) throws {
    let orientation = try #require(ImageOrientation(rawValue: number))
    let text =
      switch name {
      case "plan.jpg.aux.xml": Self.auxiliary
      case "plan.points": Self.qgisPoints
      case "gcps.txt": Self.gdalPoints
      default: Self.worldFile
      }
    let path = try write(text, name)
    let placement: Placement? =
      switch name {
      case "plan.points", "gcps.txt": .controlPointFile(path: path, kind: nil)
      case "named.wld": .worldFile(path: path)
      default: nil
      }
    let resolved = try resolve(placement, orientation)
    let size = size(orientation)
    for (corner, position) in zip(try #require(Self.corners[number]), Self.positions) {
      let found = resolved.georeference.pixelToCRS.apply(
        PixelPoint(x: corner.x * Double(size.width), y: corner.y * Double(size.height)))
      #expect(distance(found, position) < 1e-6, "\(corner)")
    }
    let warning = resolved.warnings.first { $0.contains("orientation \(number)") }
    #expect((warning != nil) == (number > 1))
    #expect(warning?.contains("the pixels that the file stores") ?? true)
  }

  @Test("What a person types counts the pixels of the picture, and a table is warned of")
  func typed() throws {
    let path = try write("px,py,lat,lng\n0,0,47.1,8.5\n40,0,47.1,8.6\n0,64,47,8.5\n", "typed.csv")
    let fromFile = try resolve(.controlPointFile(path: path, kind: nil), .rotated90)
    let typed = try ["0,0,47.1,8.5", "40,0,47.1,8.6", "0,64,47,8.5"].map {
      try ControlPoint(optionText: $0)
    }
    let fromOptions = try GeoreferenceResolver.resolve(
      .controlPoints(ControlPointSet(crs: .geographic, points: typed), kind: nil),
      imagePath: folder.path("plan.jpg"), size: size(.rotated90), orientation: .rotated90)
    #expect(fromFile.georeference == fromOptions.georeference)
    #expect(fromFile.warnings.contains { $0.contains("the pixels that viewers show") })
    #expect(!fromOptions.warnings.contains { $0.contains("orientation") })
  }
}
