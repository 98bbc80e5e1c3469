package import Georeferencing

/// A format of drawings, recognised by the first bytes of a file, and the program that draws it.
///
/// The programs run as separate processes: poppler is under the GPL and librsvg under the LGPL. Neither is
/// linked.
package enum VectorFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Document Format, drawn by `pdftocairo` of poppler.
  case pdf = "PDF"
  /// Scalable Vector Graphics, drawn by `rsvg-convert` of librsvg.
  case svg = "SVG"

  package static let signatureLength = 4096

  package var program: String {
    switch self {
    case .pdf: "pdftocairo"
    case .svg: "rsvg-convert"
    }
  }

  package var versionOption: String { self == .pdf ? "-v" : "--version" }

  package var installation: String {
    switch self {
    case .pdf: "apt-get install poppler-utils, or brew install poppler"
    case .svg: "apt-get install librsvg2-bin, or brew install librsvg"
    }
  }

  package var standardDotsPerInch: Double {
    switch self {
    case .pdf: 150
    case .svg: 96
    }
  }

  /// Tells the format of a file from its first 4096 bytes, or fewer of a shorter file.
  ///
  /// A PDF has its header within the first 1024 bytes. An SVG begins with markup and soon has an element
  /// `svg`, with or without a prefix.
  package init?(leadingBytes bytes: [UInt8]) {
    if bytes.prefix(1024 + 5).firstRange(of: Array("%PDF-".utf8)) != nil {
      self = .pdf
      return
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    guard text.first(where: { !blanks.contains($0) }) == UInt8(ascii: "<") else { return nil }
    let isDrawing =
      text.firstRange(of: Array("<svg".utf8)) != nil
      || text.firstRange(of: Array(":svg".utf8)) != nil
    guard isDrawing else { return nil }
    self = .svg
  }
}

extension Collection where Element == UInt8 {
  func firstRange(of pattern: [UInt8]) -> Range<Index>? {
    guard let first = pattern.first else { return nil }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: pattern) {
        return start..<rest.index(start, offsetBy: pattern.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

/// Properties of a plan in a vector file, and the program that draws it.
package struct VectorDocument: Hashable, Sendable {
  package var format: VectorFormat
  /// The resolution at which pixels are counted.
  package var dotsPerInch: Double
  /// The page that is drawn, from 1.
  package var page: Int
  package var pageCount: Int
  /// Names of the top-level groups of an SVG, from which `VectorPlanOptions.layers` chooses.
  package var layerNames: [String]
  /// Path of the program that draws the plan.
  package var programPath: String
  package var position: PDFPosition?

  package init(
    format: VectorFormat, dotsPerInch: Double, page: Int, pageCount: Int, layerNames: [String],
    programPath: String, position: PDFPosition?
  ) {
    (self.format, self.dotsPerInch) = (format, dotsPerInch)
    (self.page, self.pageCount, self.layerNames) = (page, pageCount, layerNames)
    (self.programPath, self.position) = (programPath, position)
  }
}
