import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Vector plans")
struct VectorPlanTests {
  /// A sample plan and the resolution at which a unit is a pixel.
  enum Sample: String, CaseIterable, CustomTestStringConvertible {
    case pdf, svg

    var testDescription: String { rawValue }
    var isDrawable: Bool { self == .pdf ? Programs.drawPDF : Programs.drawSVG }
    static let drawable = allCases.filter(\.isDrawable)

    func open(_ workspace: VectorWorkspace, limits: VectorPlanLimits = .init()) throws -> VectorPlan
    {
      let path = try workspace.write(
        self == .pdf ? VectorPlanFile.pdf() : VectorPlanFile.svg, as: "plan.\(rawValue)")
      return try workspace.open(
        path, VectorPlanOptions(dotsPerInch: self == .pdf ? 72 : 96, limits: limits))
    }
  }

  private let red: [UInt8] = [204, 0, 0, 255]
  private let black: [UInt8] = [0, 0, 0, 255]

  @Test("A vector plan has known pixels at any size", arguments: Sample.drawable, [1, 3])
  func pixels(sample: Sample, factor: Int) throws {
    let workspace = try VectorWorkspace()
    let plan = try sample.open(workspace)
    #expect(plan.size == PixelSize(width: 400, height: 300))
    let size = PixelSize(width: 400 * factor, height: 300 * factor)
    let source = plan.resized(to: size)
    let image = Samples(bytes: try workspace.samples(source), width: size.width)
    let ground: [UInt8] = sample == .pdf ? [255, 255, 255, 255] : [0, 0, 0, 0]
    let (left, right) = (100 * factor, 300 * factor)
    let (top, bottom) = (50 * factor, 150 * factor)
    #expect(image[left, top] == red && image[right - 1, bottom - 1] == red)
    #expect(image[left - 1, top] == ground && image[left, top - 1] == ground)
    #expect(image[right, bottom - 1] == ground && image[right - 1, bottom] == ground)
    for column in 20 * factor..<21 * factor { #expect(image[column, 7] == black) }
    #expect(image[20 * factor - 1, 7] == ground && image[21 * factor, 7] == ground)
    #expect(workspace.scratch.entries.isEmpty)
  }

  @Test(
    "A page of a PDF is as large as its unit says, whatever other pages say",
    .enabled(if: Programs.drawPDF && VectorPlanFile.isInstalled("pdfseparate")))
  func userUnit() throws {
    let workspace = try VectorWorkspace()
    func page(_ unit: Double?, rotation: Int = 0) -> VectorPlanFile.Page {
      VectorPlanFile.Page(
        width: 200, height: 150, rotation: rotation, userUnit: unit,
        content: "0.8 0 0 rg 0 75 100 75 re f")
    }
    let path = try workspace.write(
      VectorPlanFile.pdf([page(2), page(nil), page(1.5, rotation: 90)]), as: "plan.pdf")
    // 200 x 2 points of 1/72 inch are 833.3 pixels at 150 to an inch.
    for (page, size) in [
      (1, PixelSize(width: 833, height: 625)), (2, PixelSize(width: 417, height: 313)),
      (3, PixelSize(width: 469, height: 625)),
    ] {
      let plan = try workspace.open(path, VectorPlanOptions(page: page, dotsPerInch: 150))
      #expect(plan.size == size, "page \(page)")
    }
    let plan = try workspace.open(path, VectorPlanOptions(dotsPerInch: 72))
    let image = Samples(bytes: try workspace.samples(plan), width: 400)
    #expect(image[198, 148] == red && image[202, 148] == [255, 255, 255, 255])
  }

  @Test(
    "A PDF with an owner's password alone is drawn",
    .enabled(if: Programs.drawPDF && VectorPlanFile.isInstalled("pdfseparate")))
  func ownerPassword() throws {
    let workspace = try VectorWorkspace()
    let bytes = try #require(Data(base64Encoded: Self.ownedPDF))
    let plan = try workspace.open(
      try workspace.write(Array(bytes), as: "plan.pdf"), VectorPlanOptions(dotsPerInch: 72))
    #expect(plan.size == PixelSize(width: 800, height: 600))
    let image = Samples(bytes: try workspace.samples(plan), width: 800)
    #expect(image[202, 102] == red && image[198, 102] == [255, 255, 255, 255])
  }

  /// A page of 400 × 300 units of two points with the sample's rectangle, by pikepdf 10.18: AES, without a user's
  /// password, and nothing allowed.
  private static let ownedPDF = """
    JVBERi0xLjYKJb/3ov4KMSAwIG9iago8PCAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwg\
    L0NvdW50IDEgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIg\
    L01lZGlhQm94IFsgMCAwIDQwMCAzMDAgXSAvUGFyZW50IDIgMCBSIC9SZXNvdXJjZXMgPDwgPj4gL1R5cGUgL1BhZ2UgL1VzZXJV\
    bml0IDIgPj4KZW5kb2JqCjQgMCBvYmoKPDwgL0xlbmd0aCA2NCAvRmlsdGVyIC9GbGF0ZURlY29kZSA+PgpzdHJlYW0KUjGkg3nL\
    keChLigxypb1xi1Y62SfSSO0yFSv3/Gh94BOhn+yXxJ5WRR2nD5mcfALhuxq+BLRVDbjBFVi+H+y0AplbmRzdHJlYW0KZW5kb2Jq\
    CjUgMCBvYmoKPDwgL0NGIDw8IC9TdGRDRiA8PCAvQXV0aEV2ZW50IC9Eb2NPcGVuIC9DRk0gL0FFU1YyIC9MZW5ndGggMTYgPj4g\
    Pj4gL0ZpbHRlciAvU3RhbmRhcmQgL0xlbmd0aCAxMjggL08gPDU2NmZhODczZWUzM2M3OTdjZDNiOTA0ZmRhZGY4MTRhZmEzNGRm\
    OWEzOGY2ZWQ0MWI5ODRlMmM2ZGEyYWE2ZjU+IC9PRSA8PiAvUCAtMzA5NiAvUiA0IC9TdG1GIC9TdGRDRiAvU3RyRiAvU3RkQ0Yg\
    L1UgPDI4Zjk2MTJhYjAwMWRiNGQ4YjVmYTNlNDgwMjE2NjQ3MDAyMTQ0Njk5MGI5ZTQxMTQwNzFhNGQ5MTA0OTg0YzE+IC9VRSA8\
    PiAvViA0ID4+CmVuZG9iagp4cmVmCjAgNgowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMTUgMDAwMDAgbiAKMDAwMDAwMDA2\
    NCAwMDAwMCBuIAowMDAwMDAwMTIzIDAwMDAwIG4gCjAwMDAwMDAyNDEgMDAwMDAgbiAKMDAwMDAwMDM3NiAwMDAwMCBuIAp0cmFp\
    bGVyIDw8IC9Sb290IDEgMCBSIC9TaXplIDYgL0lEIFs8NTY4MGQwMTk5YzgxYTBhYWI1NDJhZDQ4NmIzODY5MmM+PDU2ODBkMDE5\
    OWM4MWEwYWFiNTQyYWQ0ODZiMzg2OTJjPl0gL0VuY3J5cHQgNSAwIFIgPj4Kc3RhcnR4cmVmCjY5MgolJUVPRgo=
    """

  @Test(
    "A layer that is for print alone is named, since it is drawn", .enabled(if: Programs.drawPDF))
  func printLayer() throws {
    let workspace = try VectorWorkspace()
    func notices(view: String, state: String) throws -> [RasterNotice] {
      let layer =
        "<< /Type /OCG /Name (Stamp) /Usage << /View << /ViewState /\(view) >> /Print << /PrintState /ON >> >> >>"
      let path = try workspace.write(
        VectorPlanFile.pdf(
          catalog: "/OCProperties << /OCGs [\(layer)] /D << /\(state) [\(layer)]"
            + " /AS [<< /Event /View /Category [/View] /OCGs [\(layer)] >>] >> >>"), as: "plan.pdf")
      return try workspace.open(path).header.notices
    }
    #expect(try notices(view: "OFF", state: "ON") == [.printLayers(["Stamp"])])
    #expect(try notices(view: "ON", state: "ON").isEmpty)
    #expect(try notices(view: "OFF", state: "OFF").isEmpty)
  }

  @Test("Pieces of a vector plan make the samples of the whole", arguments: Sample.drawable)
  func pieces(sample: Sample) throws {
    let workspace = try VectorWorkspace()
    let size = PixelSize(width: 523, height: 311)
    let whole = try sample.open(workspace).resized(to: size)
    var limits = VectorPlanLimits()
    limits.pieceSide = 200
    limits.samplesPerPiece = 18_000
    let cut = try sample.open(workspace, limits: limits).resized(to: size)
    #expect(try workspace.samples(cut) == workspace.samples(whole))
  }

  @Test("A line stays a sample wide in a PDF that is drawn small", .enabled(if: Programs.drawPDF))
  func hairline() throws {
    let workspace = try VectorWorkspace()
    let source = try Sample.pdf.open(workspace).resized(to: PixelSize(width: 50, height: 38))
    let image = Samples(bytes: try workspace.samples(source), width: 50)
    // One column, and black but for the edge's smoothing.
    let dark = (0..<6).map { image[$0, 20] }.filter { $0 != [255, 255, 255, 255] }
    #expect(dark.count == 1 && dark[0].prefix(3).allSatisfy { $0 < 16 }, "\(dark)")
  }

  @Test(
    "Hatching in a PDF that is drawn small is as dark as its lines cover",
    .enabled(if: Programs.drawPDF))
  func hatching() throws {
    let workspace = try VectorWorkspace()
    // Lines of a quarter point, one and a half apart, over the left half, and a black square on them.
    let lines = stride(from: 0.5, to: 200, by: 1.5).map { "\($0) 0 m \($0) 300 l S" }
    let content = "0 G 0.25 w \(lines.joined(separator: " ")) 0 g 80 130 40 40 re f"
    let path = try workspace.write(
      VectorPlanFile.pdf([.init(width: 400, height: 300, content: content)]), as: "plan.pdf")
    let source = try workspace.open(path).resized(to: PixelSize(width: 100, height: 75))
    let image = Samples(bytes: try workspace.samples(source), width: 100)
    let greys = (10..<18).flatMap { x in (10..<60).map { Int(image[x, $0][0]) } }
    // A sixth of the paper is covered; drawn a sample wide, lines would leave none of it.
    #expect(greys.reduce(0, +) / greys.count > 130, "\(greys.prefix(20))")
    #expect(image[25, 37] == black && image[22, 37] == black)
    #expect(image[80, 37] == [255, 255, 255, 255])
  }

  @Test("Each page has its own size, rotated as it is shown", .enabled(if: Programs.drawPDF))
  func pages() throws {
    let workspace = try VectorWorkspace()
    let path = try workspace.write(
      VectorPlanFile.pdf([
        .sample, .init(width: 200, height: 500, content: "0 0 1 rg 10 10 50 50 re f"),
        .init(width: 200, height: 500, rotation: 90, content: "0 0 1 rg 10 10 50 50 re f"),
      ]), as: "plan.pdf")
    let second = try workspace.open(path, VectorPlanOptions(page: 2, dotsPerInch: 72))
    #expect(second.size == PixelSize(width: 200, height: 500) && second.pageCount == 3)
    let upright = Samples(bytes: try workspace.samples(second), width: 200)
    #expect(upright[10, 489] == [0, 0, 255, 255] && upright[59, 440] == [0, 0, 255, 255])
    #expect(upright[9, 489] == [255, 255, 255, 255])
    let third = try workspace.open(path, VectorPlanOptions(page: 3, dotsPerInch: 72))
    #expect(third.size == PixelSize(width: 500, height: 200))
    // Rotated clockwise, what was at the bottom left is at the top left.
    let rotated = Samples(bytes: try workspace.samples(third), width: 500)
    #expect(rotated[10, 10] == [0, 0, 255, 255] && rotated[59, 59] == [0, 0, 255, 255])
    #expect(rotated[60, 60] == [255, 255, 255, 255])
    let missing = workspace.failure { _ = try workspace.open(path, VectorPlanOptions(page: 4)) }
    #expect(missing == .noSuchPage(path: path, page: 4, pageCount: 3))
  }

  @Test("Layers of an SVG are chosen by id or label", .enabled(if: Programs.drawSVG))
  func layers() throws {
    let workspace = try VectorWorkspace()
    let path = try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    func image(_ layers: [String]) throws -> Samples {
      let plan = try workspace.open(path, VectorPlanOptions(layers: layers))
      return Samples(bytes: try workspace.samples(plan), width: 400)
    }
    for name in ["walls", "All walls"] {
      let walls = try image([name])
      #expect(walls[200, 100] == red && walls[20, 100] == [0, 0, 0, 0])
    }
    let both = try image(["walls", "lines"])
    #expect(both[200, 100] == red && both[20, 100] == black)
    #expect(try image(["hidden"])[5, 5] == [0, 0, 255, 255])
    let error = workspace.failure { _ = try image(["walls", "roof"]) }
    #expect(
      error
        == .noSuchLayers(
          path: path, layers: ["roof"], known: ["walls", "All walls", "lines", "hidden"]))
  }

  @Test("Any name of a file is a file to the programs", arguments: Sample.drawable)
  func names(sample: Sample) throws {
    let workspace = try VectorWorkspace()
    let bytes = sample == .pdf ? VectorPlanFile.pdf() : VectorPlanFile.svg
    for name in ["--help", "-o x", "pl'an \"ü\" $(id);%d"] {
      let plan = try workspace.open(
        try workspace.write(bytes, as: name), VectorPlanOptions(dotsPerInch: 24))
      #expect(try workspace.samples(plan).count == 4 * plan.size.width * plan.size.height)
    }
  }

  @Test("Options that do nothing for a file are refused")
  func noEffect() throws {
    let workspace = try VectorWorkspace()
    let svg = try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    let pdf = try workspace.write(VectorPlanFile.pdf(), as: "plan.pdf")
    let png = try workspace.folder.write([9, 9, 9, 255], width: 1, as: "plan.png")
    for (path, options) in [
      (svg, VectorPlanOptions(page: 1)), (pdf, VectorPlanOptions(layers: ["a"])),
      (png, VectorPlanOptions(page: 1)), (png, VectorPlanOptions(dotsPerInch: 9)),
      (png, VectorPlanOptions(layers: ["a"])),
    ] {
      let error = workspace.failure { _ = try openRaster(path: path, vector: options) }
      #expect(caseName(error) == "noEffect", "\(path)")
    }
  }
}
