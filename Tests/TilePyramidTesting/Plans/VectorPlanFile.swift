import Foundation

/// Small plans in vector formats, written by hand.
///
/// The sample is 400 × 300 units: a red rectangle over x 100...300 and y 50...150, counted down from
/// the top, and a black vertical line over x 20...21. A unit is a point of PDF and a pixel of SVG.
package enum VectorPlanFile {
  package struct Page: Hashable, Sendable {
    /// The width in points.
    package var width: Double
    /// The height in points.
    package var height: Double
    /// The clockwise rotation with which it is shown, in degrees.
    package var rotation: Int
    /// The points of a unit; `nil` for the default of a page, 1.
    package var userUnit: Double?
    /// Further entries of the page, such as where it is.
    package var entries = ""
    /// The operators that draw it; y counts up from the bottom.
    package var content: String

    package init(
      width: Double, height: Double, rotation: Int = 0, userUnit: Double? = nil, content: String
    ) {
      self.width = width
      self.height = height
      self.rotation = rotation
      self.userUnit = userUnit
      self.content = content
    }

    package static let sample = Page(
      width: 400, height: 300,
      content: "0.8 0 0 rg 100 150 200 100 re f 0 G 1 w 20.5 0 m 20.5 300 l S")
  }

  /// A PDF of pages, with further entries of its catalog.
  package static func pdf(_ pages: [Page] = [.sample], catalog: String = "") -> [UInt8] {
    let kids = pages.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
      "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
    ]
    for (index, page) in pages.enumerated() {
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(page.width) \(page.height)]"
          + (page.userUnit.map { " /UserUnit \($0)" } ?? "")
          + " \(page.entries) /Rotate \(page.rotation) /Contents \(4 + 2 * index) 0 R >>")
      objects.append("<< /Length \(page.content.utf8.count) >>\nstream\n\(page.content)\nendstream")
    }
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = "\(offset)"
      text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    text += "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }

  /// An SVG with the sample's rectangle in a group `walls`, labelled "All walls", and its line in a
  /// group `lines`; a third group `hidden` is not shown.
  package static let svg = Array(
    """
    <?xml version="1.0"?>
    <!-- A comment with <svg width="1"> in it. -->
    <svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"
      xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
      <g id="walls" inkscape:label="All walls">
        <g id="inner"><rect x="100" y="50" width="200" height="100" fill="#cc0000"/></g>
      </g>
      <g id="lines"><path d="M20.5 0V300" stroke="#000" stroke-width="1"/></g>
      <g id="hidden" style="display:none"><rect width="400" height="300" fill="#00f"/></g>
    </svg>
    """.utf8)

  package static func isInstalled(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
