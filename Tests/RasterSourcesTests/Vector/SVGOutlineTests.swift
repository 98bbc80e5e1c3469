import Drawings
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Outlines of SVG documents", .enabled(if: Programs.drawSVG))
struct SVGOutlineTests {
  private func plan(_ text: String, dpi: Double? = nil) throws -> VectorPlan {
    let workspace = try VectorWorkspace()
    return try workspace.open(
      try workspace.write(Array(text.utf8), as: "plan.svg"), VectorPlanOptions(dotsPerInch: dpi))
  }

  // Sizes are those of pictures that rsvg-convert 2.54.7 makes without being told one.
  @Test(
    "The size of an SVG is what its program makes of attributes, styles, style sheets and fonts",
    arguments: [
      (#"width="400" height="300""#, 400, 300), (#"width="400px" height='300px'"#, 400, 300),
      (#"width="4in" height="2.54cm""#, 384, 96), (#"width="210mm" height="297mm""#, 794, 1123),
      (#"width="72pt" height="6pc""#, 96, 96), (#"viewBox="0 0 640 480""#, 640, 480),
      (#"viewBox="-5,-5,64,48" width="100%" height="100%""#, 64, 48),
      (#"viewBox="0 0 200 100" width="50""#, 50, 25),
      (#"viewBox="0 0 200 100" height="50""#, 100, 50), (#"width="1e2" height=" 0.5in ""#, 100, 48),
      (#"style="width:600px;height:300px" viewBox="0 0 400 400""#, 600, 300),
      (#"width="400" height="400" style="width:600px;height:300px""#, 600, 300),
      (#"class="wide" viewBox="0 0 400 400""#, 600, 300),
      (#"id="tall" width="10" height="10""#, 96, 144),
      (#"width="40em" height="30em" viewBox="0 0 400 300""#, 480, 360),
      (#"width="10ex" height="5em""#, 60, 60),
      (#"style="font-size:20px;width:10em;height:50px""#, 200, 50),
      (#"width="50%" height="25%" viewBox="0 0 200 100""#, 200, 100),
    ])
  func sizes(attributes: String, width: Int, height: Int) throws {
    let plan = try plan(
      """
      <svg xmlns='http://www.w3.org/2000/svg' \(attributes)><style>
      svg.wide { width: 600px; height: 300px } svg#tall { width: 1in; height: 1.5in }
      </style></svg>
      """)
    #expect(plan.size == PixelSize(width: width, height: height))
  }

  @Test("A circle stays one in an SVG whose size is in a style")
  func circle() throws {
    let workspace = try VectorWorkspace()
    let path = try workspace.write(
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" style="width:600px;height:300px" viewBox="0 0 400 400">
        <circle cx="80" cy="80" r="12" fill="#f00"/></svg>
        """.utf8), as: "plan.svg")
    let image = Samples(bytes: try workspace.samples(workspace.open(path)), width: 600)
    // The drawing is 300 pixels high and wide, in the middle: 150 + 80 × 0.75, and a radius of 9.
    for (x, y) in [(202, 60), (217, 60), (210, 52), (210, 67)] {
      #expect(image[x, y] == [255, 0, 0, 255], "\(x), \(y)")
    }
    for (x, y) in [(200, 60), (219, 60), (210, 50), (210, 69)] {
      #expect(image[x, y] == [0, 0, 0, 0], "\(x), \(y)")
    }
  }

  @Test("An SVG with a picture of more than 10 MB in it is drawn, unless entities multiply in it")
  func huge() throws {
    let workspace = try VectorWorkspace()
    func document(_ declarations: String) -> [UInt8] {
      Array(
        """
        \(declarations)<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><image
        """.utf8) + Array(" href='data:image/png;base64,".utf8)
        + [UInt8](repeating: 0x41, count: 11_000_000)
        + Array("'/><rect width='4' height='3' fill='#00f'/></svg>".utf8)
    }
    let path = try workspace.write(document("<!DOCTYPE svg [<!ENTITY n 'x'>]>"), as: "plan.svg")
    let image = Samples(bytes: try workspace.samples(workspace.open(path)), width: 4)
    #expect(image[3, 2] == [0, 0, 255, 255])
    let bomb = try workspace.write(
      document("<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>"), as: "bomb.svg")
    #expect(caseName(workspace.failure { _ = try workspace.open(bomb) }) == "programFailed")
  }

  @Test(
    "What an SVG takes from elsewhere is named",
    arguments: [
      ("<?xml-stylesheet type='text/css' href='plan.css'?>", "", ["plan.css"]),
      ("", "<style>@import url(plan.css); .a { fill: red }</style>", ["plan.css"]),
      (
        "", "<style><![CDATA[@import 'a.css'; @import url(\"b.css\");]]></style>",
        ["a.css", "b.css"]
      ),
      ("", "<defs><style type='text/css'> @import\n  \"c.css\" screen; </style></defs>", ["c.css"]),
      ("", "<image href='scan.png'/><use href='b.svg#door'/>", ["scan.png", "b.svg#door"]),
      ("", "<use href='#a'/><image href='data:image/png;base64,AA'/><style>.a{}</style>", []),
    ])
  func otherFiles(head: String, content: String, files: [String]) throws {
    let source = try plan(
      "\(head)<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'>\(content)</svg>")
    #expect(
      source.header.notices
        == (files.first.map { [.otherFiles(first: $0, count: files.count)] } ?? []))
  }

  /// The condition of draw.io for a branch with HTML.
  private static let extensible =
    "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'"

  @Test(
    "HTML in an SVG is named, with the substitute that is drawn",
    arguments: [
      (
        "<switch><foreignObject \(extensible)><div>Conference Room</div></foreignObject>"
          + "<text>Conference R...</text></switch>",
        RasterNotice.foreignObjects(lost: 0, replaced: 1, substitute: "Conference R...")
      ),
      (
        "<g><foreignObject><p>A</p></foreignObject></g>",
        .foreignObjects(lost: 1, replaced: 0, substitute: nil)
      ),
      (
        "<switch><foreignObject/><text>B</text></switch><foreignObject/>",
        .foreignObjects(lost: 2, replaced: 0, substitute: nil)
      ),
      // The private data of Illustrator.
      (
        "<switch><foreignObject requiredExtensions='http://ns.adobe.com/AdobeIllustrator/10.0/'/><g/></switch>",
        nil
      ),
      (
        "<style>@font-face { font-family: a; src: url(data:font/woff2;base64,AA) }</style>",
        .fontsOfDrawing
      ),
    ])
  func foreignObjects(content: String, notice: RasterNotice?) throws {
    let source = try plan(
      "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'>\(content)</svg>")
    #expect(source.header.notices == [notice].compactMap(\.self))
  }

  @Test("The warning of draw.io is no part of a plan, and its substitutes are")
  func warningOfProgram() throws {
    let workspace = try VectorWorkspace()
    let path = try workspace.write(
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">
        <switch><foreignObject \(Self.extensible) width="4" height="4"/>
        <rect width="4" height="4" fill="#f00"/></switch>
        <switch><g \(Self.extensible)/><a href="x"><rect x="4" y="4" width="4" height="4"/></a></switch></svg>
        """.utf8), as: "plan.svg")
    let image = Samples(bytes: try workspace.samples(workspace.open(path)), width: 8)
    #expect(image[2, 2] == [255, 0, 0, 255] && image[6, 6] == [0, 0, 0, 0])
  }

  @Test("Dots per inch scale the size of an SVG", arguments: [(48.0, 200), (96, 400), (150, 625)])
  func resolution(dpi: Double, width: Int) throws {
    #expect(try plan("<svg width='400' height='300'></svg>", dpi: dpi).size.width == width)
  }

  @Test(
    "An SVG without a size is refused",
    arguments: [
      "<svg/>", "<svg width='10'/>", "<svg width='100%' height='100%'/>",
      "<svg width='-1' height='5'/>", "<svg viewBox='0 0 0 5'/>",
    ])
  func noSize(text: String) throws {
    let workspace = try VectorWorkspace()
    #expect(caseName(workspace.failure { _ = try plan(text) }) == "sizeUnknown")
  }

  @Test("An SVG size that no program can draw is refused")
  func absurdSize() throws {
    for side in ["1e9", "1e200"] {
      #expect(throws: RasterError.self) { _ = try plan("<svg width='\(side)' height='5'/>") }
    }
  }

  @Test("Layers of an SVG are the named groups at the top, whatever else is in the document")
  func layers() throws {
    let text = """
      <!DOCTYPE svg [ <!ENTITY x "<g id='no'>"> ]>
      <s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:i="urn:i" width="4" height="3">
      <?pi <g id="no"> ?><!-- <g id="no"/> --><style><![CDATA[ <g id="no"> ]]></style>
      <s:g id="a&amp;b" i:label="First &#65;"><s:g id="inner"/></s:g>
      <s:g i:label='Second > "third"'/><g/><path id="no"/><s:g id="last" transform="x"></s:g>
      </s:svg><!-- <g id="after"/> -->
      """
    #expect(try plan(text).layerNames == ["a&b", "First A", "Second > \"third\"", "last"])
  }

  @Test("An SVG that ends anywhere is read or refused, never more")
  func truncation() throws {
    let workspace = try VectorWorkspace()
    for count in stride(from: 0, to: VectorPlanFile.svg.count, by: 7) {
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
    for _ in 0..<100 {
      var bytes = VectorPlanFile.svg
      for _ in 0..<4 {
        let byte = ([60, 62, 34, 39, 47, 33, 45, 0, 255] as [UInt8]).randomElement(
          using: &generator)
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = byte ?? 0
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
