import RasterSources
import Testing
import TilePyramidTesting

@Suite("Outlines of SVG documents")
struct SVGOutlineTests {
  private func plan(_ text: String, dpi: Double? = nil) throws -> VectorPlan {
    let workspace = try VectorWorkspace()
    return try workspace.open(
      try workspace.write(Array(text.utf8), as: "plan.svg"), VectorPlanOptions(dotsPerInch: dpi))
  }

  @Test(
    "The size of an SVG comes from width and height, else from the view box",
    arguments: [
      (#"width="400" height="300""#, 400, 300), (#"width="400px" height='300px'"#, 400, 300),
      (#"width="4in" height="2.54cm""#, 384, 96), (#"width="210mm" height="297mm""#, 794, 1123),
      (#"width="72pt" height="6pc""#, 96, 96), (#"viewBox="0 0 640 480""#, 640, 480),
      (#"viewBox="-5,-5,64,48" width="100%" height="100%""#, 64, 48),
      (#"viewBox="0 0 200 100" width="50""#, 50, 25),
      (#"viewBox="0 0 200 100" height="50""#, 100, 50),
      (#"width="1e2" height=" 0.5in ""#, 100, 48),
    ])
  func sizes(attributes: String, width: Int, height: Int) throws {
    let plan = try plan("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>")
    #expect(plan.size == PixelSize(width: width, height: height))
  }

  @Test("Dots per inch scale the size of an SVG", arguments: [(48.0, 200), (96, 400), (150, 625)])
  func resolution(dpi: Double, width: Int) throws {
    #expect(try plan("<svg width='400' height='300'></svg>", dpi: dpi).size.width == width)
  }

  @Test(
    "An SVG without a size is refused",
    arguments: [
      "<svg/>", "<svg width='10'/>", "<svg width='100%' height='100%'/>",
      "<svg width='-1' height='5'/>", "<svg viewBox='0 0 0 5'/>", "<svg width='2em' height='1em'/>",
    ])
  func noSize(text: String) throws {
    let workspace = try VectorWorkspace()
    let error = workspace.failure { _ = try plan(text) }
    guard case .sizeUnknown = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("An SVG size that no program can draw is refused before one is started")
  func absurdSize() throws {
    for side in ["1e9", "1e300"] {
      #expect(throws: RasterError.self) {
        _ = try plan("<svg width='\(side)' height='5'/>")
      }
    }
  }

  @Test("Layers of an SVG are the named groups at the top, whatever else is in the document")
  func layers() throws {
    let text = """
      <!DOCTYPE svg [ <!ENTITY x "<g id='no'>"> ]>
      <s:svg xmlns:s="http://www.w3.org/2000/svg" width="4" height="3">
      <?pi <g id="no"> ?><!-- <g id="no"/> --><style><![CDATA[ <g id="no"> ]]></style>
      <s:g id="a&amp;b" i:label="First &#65;"><s:g id="inner"/></s:g>
      <s:g i:label='Second > "third"'/><g/><path id="no"/><s:g id="last" transform="x"></s:g>
      </s:svg><g id="after"/>
      """
    #expect(
      try plan(text).layerNames == ["a&b", "First A", "Second > \"third\"", "last"])
  }

  @Test("An SVG that ends anywhere is read or refused, never more")
  func truncation() throws {
    let workspace = try VectorWorkspace()
    for count in 0..<VectorPlanFile.svg.count {
      let path = try workspace.write(Array(VectorPlanFile.svg.prefix(count)), as: "plan.svg")
      do {
        let source = try openRaster(path: path)
        #expect(source.size == PixelSize(width: 400, height: 300))
      } catch {
        // Refused, with a `RasterError`: nothing else can be thrown.
      }
    }
  }

  @Test("An SVG with random changes is read or refused, never more")
  func damage() throws {
    let workspace = try VectorWorkspace()
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<400 {
      var bytes = VectorPlanFile.svg
      for _ in 0..<4 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          [
            60, 62, 34, 39, 47, 33, 45, 0, 255,
          ].randomElement(using: &generator) ?? 0
      }
      do {
        _ = try openRaster(path: try workspace.write(bytes, as: "plan.svg"))
      } catch is RasterError {
        // Refused.
      }
    }
  }

  @Test("Vector formats are recognised by what is in a file")
  func formats() {
    func format(_ text: String) -> VectorFormat? { VectorFormat(leadingBytes: Array(text.utf8)) }
    #expect(format("%PDF-1.7\n") == .pdf)
    #expect(format(String(repeating: " ", count: 1000) + "%PDF-1.7\n") == .pdf)
    #expect(format("<svg/>") == .svg)
    #expect(format("\u{FEFF}<?xml version='1.0'?>\n<svg:svg/>") == .svg)
    #expect(format("<html></html>") == nil)
    #expect(format("a plan of an <svg") == nil)
    #expect(format("") == nil)
  }
}
