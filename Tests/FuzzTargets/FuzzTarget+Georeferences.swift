import Drawings
import Georeferencing
import Mosaics
import RasterSources
import TileModel
import TilePyramidTesting

/// Texts and tags that say where an image is.
extension FuzzTarget {
  private static let size = PixelSize(width: 20, height: 20)

  func controlPoints(_ bytes: [UInt8]) {
    for path in ["fuzz.points", "fuzz.csv"] {
      answer {
        let file = try ControlPointFile(bytes: bytes, path: path)
        precondition(file.set.points.allSatisfy { $0.pixel.x.isFinite && $0.pixel.y.isFinite })
        guard file.set.points.count <= 64 else { return }
        _ = try ControlPointFit(file.set, location: path)
      }
    }
  }

  /// A definition as a `.prj` file or `--crs` holds it.
  func coordinateSystem(_ bytes: [UInt8]) {
    answer {
      let system = try CoordinateReferenceSystem(parsing: String(decoding: bytes, as: UTF8.self))
      let location = system.mercator(of: CRSPoint(x: 8.5, y: 47.3))
      _ = system.geographic(of: CRSPoint(x: location.x, y: location.y))
      precondition(!system.name.isEmpty)
    }
    precondition(!ProjectionLibrary.usesNetwork, "grids would be fetched")
  }

  /// Takes bytes for the contents of the tags that place a TIFF.
  func geoTIFF(_ bytes: [UInt8]) {
    guard let sketch = TinyTIFF(tags: bytes) else { return }
    answer {
      let path = try FuzzFile.write(sketch.file)
      answer {
        let resolved = try GeoreferenceResolver.resolve(nil, imagePath: path, size: Self.size)
        precondition(!resolved.summary.isEmpty)
      }
      _ = try TIFFSource(path: path)
    }
  }

  func overlay(_ bytes: [UInt8]) {
    answer {
      // The document of an archive is read out of the file.
      let file =
        bytes.starts(with: Array("PK".utf8))
        ? try GroundOverlayFile(path: FuzzFile.write(bytes), imagePath: "plan.png")
        : try GroundOverlayFile(bytes: bytes, path: "fuzz.kml", imagePath: "plan.png")
      _ = try Georeference(overlay: file, size: Self.size, location: "fuzz.kml")
        .validated(size: Self.size, path: "fuzz.kml")
    }
  }

  /// Takes bytes for a list of paths, and for a mosaic or an index of images.
  func imageLists(_ bytes: [UInt8]) {
    answer {
      let path = try FuzzFile.write(bytes)
      answer { _ = try ImageListing(["@" + path]) }
      let listing = try ImageListing([path], cutsToFootprints: true)
      precondition(!listing.images.isEmpty && listing.images.allSatisfy { !$0.path.isEmpty })
    }
  }

  func cutline(_ bytes: [UInt8]) {
    answer {
      let area = try CutlineFile.area(bytes: bytes, path: "fuzz.geojson")
      precondition(
        area.polygons.allSatisfy { polygon in
          polygon.rings.allSatisfy { ring in
            ring.count >= 3 && ring.allSatisfy { $0.x.isFinite && $0.y.isFinite }
          }
        })
    }
  }

  func svg(_ bytes: [UInt8]) {
    guard let outline = SVGOutline(bytes) else { return }
    precondition(outline.notices.allSatisfy { !$0.text.isEmpty && $0.text.count < 2000 })
    let names = outline.layerNames
    guard let name = names.first else { return }
    answer {
      let sheet = try outline.styleSheet(showing: [name], path: "fuzz.svg")
      precondition(!sheet.contains("<") && sheet.split(separator: "\n").count == 3)
    }
  }

  /// Takes bytes for what `pdfinfo` says.
  func pdfFacts(_ bytes: [UInt8]) {
    let fields = PDFPage.fields(String(decoding: bytes, as: UTF8.self))
    for page in [1, 2] {
      if let size = PDFPage.size(fields, page: page)?.pixels(dotsPerInch: 150) {
        precondition(size.width > 0 && size.height > 0)
      }
    }
  }
}
