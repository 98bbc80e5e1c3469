/// What a file in a vector format says of the plan in it, and what draws it.
public struct VectorDocument: Hashable, Sendable {
  /// The format.
  public var format: VectorFormat
  /// The resolution at which pixels are counted.
  public var dotsPerInch: Double
  /// The page that is drawn, from 1.
  public var page: Int
  /// How many pages the document has.
  public var pageCount: Int
  /// The names of the groups at the top of an SVG, of which ``VectorPlanOptions/layers`` chooses.
  public var layerNames: [String]
  /// Where the program that draws the plan was found; `nil` when it is missing.
  public var programPath: String?
  /// The file that the drawing takes something from, which is not drawn; `nil` when there is none.
  public var outsideFile: String?
  /// Where the page of a PDF says that it is; `nil` where nothing does.
  public var position: PDFPosition?
}
