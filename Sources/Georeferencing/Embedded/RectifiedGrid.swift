import CLibPROJ
import TileModel

/// The grid of an image in a JP2 file, as stated in GML (GMLJP2, OGC 05-047r3 and 08-085r8).
package struct RectifiedGrid: Hashable, Sendable {
  /// From the outer corner of the image, in the document's axis order.
  private let stated: AffineTransform
  private let systemName: String?

  /// Reads the first grid of a document.
  ///
  /// The origin of the document is the centre of the first pixel.
  package init?(_ bytes: [UInt8], path: String) throws(GeoreferenceError) {
    try TextFile.checkMarks(bytes, path: path)
    // Other documents are none of ours, whatever they hold.
    guard String(decoding: bytes, as: UTF8.self).utf8.contains("RectifiedGrid".utf8) else {
      return nil
    }
    let document: MarkupElement
    do throws(MarkupFault) { document = try MarkupElement(document: bytes) } catch {
      throw GeoreferenceError(error, path: path)
    }
    guard let grid = document.descendant("RectifiedGrid") else { return nil }
    let point = grid.descendant("Point")
    let place = point ?? grid
    let origin =
      (place.descendant("pos") ?? place.descendant("coordinates")).map(Self.numbers) ?? []
    let vectors = grid.descendants("offsetVector").prefix(2)
    let steps = vectors.map(Self.numbers)
    guard origin.count >= 2, steps.count == 2, steps.allSatisfy({ $0.count >= 2 }) else {
      throw .malformedFile(
        path: path, line: grid.line, column: nil, found: "a RectifiedGrid without its numbers",
        expected: "an origin and two offset vectors, each of two numbers")
    }
    let (column, row) = (steps[0], steps[1])
    stated = AffineTransform(
      originX: origin[0] - (column[0] + row[0]) / 2, originY: origin[1] - (column[1] + row[1]) / 2,
      columnX: column[0], columnY: column[1], rowX: row[0], rowY: row[1])
    systemName =
      point?.attributes["srsName"] ?? grid.attributes["srsName"] ?? vectors[0].attributes["srsName"]
  }

  private static func numbers(_ element: MarkupElement) -> [Double] {
    element.text.split { " ,\t\r\n".contains($0) }.prefix(3).compactMap {
      NumberText.double(String($0))
    }
  }

  var code: String? {
    guard let systemName, systemName.uppercased().contains("EPSG") else { return nil }
    let number = systemName.split { ":/#".contains($0) }.last ?? ""
    return !number.isEmpty && number.allSatisfy(\.isNumber) ? "EPSG:\(number)" : nil
  }

  /// The transform from raster positions to coordinates, easting or longitude first.
  ///
  /// A URN or URL of OGC means the axis order of the registry. `EPSG:` alone does not.
  var transform: AffineTransform {
    guard let code, let systemName, !systemName.hasPrefix("EPSG:"),
      !systemName.contains("epsg.xml"), ReferenceSystem.hasNorthingsFirst(code)
    else { return stated }
    return AffineTransform(
      originX: stated.originY, originY: stated.originX, columnX: stated.columnY,
      columnY: stated.columnX, rowX: stated.rowY, rowY: stated.rowX)
  }
}

extension ReferenceSystem {
  fileprivate static func hasNorthingsFirst(_ code: String) -> Bool {
    guard let context = PROJContext(), let system = PROJObject(text: code, in: context),
      let axes = PROJObject(
        proj_crs_get_coordinate_system(context.handle, system.handle), in: context)
    else { return code == "EPSG:4326" }
    let directions = (0..<2).map { axis in
      var direction: UnsafePointer<CChar>?
      proj_cs_get_axis_info(
        context.handle, axes.handle, Int32(axis), nil, nil, &direction, nil, nil, nil, nil)
      return context.text(direction)?.lowercased()
    }
    return directions == ["north", "east"]
  }
}
