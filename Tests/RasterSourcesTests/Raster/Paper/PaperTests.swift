import Drawings
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Paper taken out of colours")
struct PaperTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let papers: [OpaqueColor] = [
    .white, OpaqueColor(red: 250, green: 245, blue: 230),
    OpaqueColor(red: 27, green: 79, blue: 156), OpaqueColor(red: 0, green: 0, blue: 0),
  ]

  @Test(
    "Ink over the paper is the source, in every pixel, and no less alpha can be that",
    arguments: papers)
  func law(paper: OpaqueColor) throws {
    var generator = SeededGenerator(seed: 7)
    let side = 96
    let channels = [paper.red, paper.green, paper.blue]
    var samples = generator.bytes(4 * side * side)
    for index in 0..<side * side {
      samples[4 * index + 3] = 255
      // A third is near the paper, as soft edges are.
      if index % 3 == 0 {
        for channel in 0..<3 {
          let offset = Int(samples[4 * index + channel]) / 16 - 8
          samples[4 * index + channel] = UInt8(clamping: Int(channels[channel]) + offset)
        }
      }
    }
    for channel in 0..<3 { samples[channel] = channels[channel] }
    let path = try folder.write(samples, width: side, as: "plan.png")
    let options = SampleOptions { $0.paper = Paper(paper, tolerance: 0) }
    let source = try openRaster(path: path, samples: options)
    #expect(!source.isOpaque && source.capabilities.reductions.isEmpty)
    let inks = try readRows(source, scratch: folder.path)
    #expect(pixel(inks, 0) == [0, 0, 0, 0])
    let faults = (0..<side * side).filter { index in
      let (ink, color) = (pixel(inks, index).map(Int.init), pixel(samples, index).map(Int.init))
      // Some ink from 0 to 255 makes the colour exactly.
      func suffices(_ alpha: Int) -> Bool {
        (0..<3).allSatisfy {
          (0...255 * alpha).contains(255 * color[$0] - (255 - alpha) * Int(channels[$0]))
        }
      }
      let isBack = (0..<3).allSatisfy {
        let sum = ink[3] * ink[$0] + (255 - ink[3]) * Int(channels[$0])
        return abs(sum - 255 * color[$0]) < 255
      }
      return !isBack || !suffices(ink[3]) || (ink[3] > 0 && suffices(ink[3] - 1))
    }
    #expect(faults.isEmpty, "\(faults.prefix(3).map { (pixel(samples, $0), pixel(inks, $0)) })")
  }

  @Test("A tolerance is a ramp: paper up to it, ink from twice it on")
  func ramp() throws {
    var greys: [UInt8] = []
    for level in (UInt8.min...UInt8.max).reversed() { greys += [level, level, level, 255] }
    let path = try folder.write(greys, width: 256, as: "greys.png")
    func alphas(_ tolerance: Int) throws -> [UInt8] {
      let options = SampleOptions { $0.paper = Paper(.white, tolerance: tolerance) }
      let rows = try readRows(openRaster(path: path, samples: options), scratch: folder.path)
      return (0..<256).map { rows[4 * $0 + 3] }
    }
    let (exact, soft) = (try alphas(0), try alphas(8))
    #expect(exact == (0..<256).map { UInt8($0) })
    #expect(soft[...8].allSatisfy { $0 == 0 } && Array(soft[16...]) == Array(exact[16...]))
    #expect(zip(soft, soft.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(soft[12] > 0 && soft[12] < exact[12])
  }

  @Test(
    "Lines of a plan in JPEG have no rim on other grounds",
    arguments: [
      OpaqueColor.white, OpaqueColor(red: 250, green: 245, blue: 230),
      OpaqueColor(red: 225, green: 225, blue: 220),
    ],
    [60, 85])
  func rim(paper: OpaqueColor, quality: Int) throws {
    let (width, height) = (240, 200)
    // Black lines whose edges are between pixels.
    let columns = [(30.3, 31.2), (60.0, 62.0), (100.6, 105.1), (170.5, 171.5)]
    let rows = [(40.25, 41.5), (90.0, 93.0), (150.5, 151.25)]
    func covered(_ place: Int, by lines: [(Double, Double)]) -> Double {
      var sum = 0.0
      for line in lines {
        sum += max(0, min(Double(place + 1), line.1) - max(Double(place), line.0))
      }
      return sum
    }
    var coverage: [Double] = []
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let bare = (1 - covered(x, by: columns)) * (1 - covered(y, by: rows))
        coverage.append(1 - bare)
        for channel in [paper.red, paper.green, paper.blue] {
          samples.append(UInt8((Double(channel) * bare).rounded()))
        }
        samples.append(255)
      }
    }
    let image = RGBAImage(width: width, height: height, samples: samples)
    let path = folder.path("plan.jpg")
    try write(try JPEGTileEncoder(quality: quality, effort: .fast).encode(image), to: path)
    let options = SampleOptions { $0.paper = Paper() }
    let inks = try readRows(openRaster(path: path, samples: options), scratch: folder.path)
    let rim = (0..<width * height).filter { index in
      let (x, y) = (index % width, index / width)
      return coverage[index] == 0
        && (max(0, y - 3)...min(height - 1, y + 3)).contains { row in
          (max(0, x - 3)...min(width - 1, x + 3)).contains { coverage[row * width + $0] > 0 }
        }
    }
    let lines = coverage.indices.filter { coverage[$0] > 0 }
    let grounds: [[Double]] = [[32, 33, 36], [46, 125, 50]]
    for ground in grounds {
      for (name, pixels) in [("rim", rim), ("lines", lines)] {
        var sum = 0.0
        for index in pixels {
          let alpha = Double(inks[4 * index + 3]) / 255
          for channel in 0..<3 {
            let shown: Double =
              Double(inks[4 * index + channel]) * alpha + ground[channel] * (1 - alpha)
            sum += shown - ground[channel] * (1 - coverage[index])
          }
        }
        let mean = sum / Double(3 * pixels.count)
        #expect(abs(mean) < 4, "\(name) on \(ground): \(mean)")
      }
    }
  }

  @Test("The colour of grainy paper is found, its grain vanishes, and thin lines stay")
  func grain() throws {
    var generator = SeededGenerator(seed: 3)
    let side = 256
    let paper = [236, 229, 210]
    var samples: [UInt8] = []
    for index in 0..<side * side {
      let (x, y) = (index % side, index / side)
      // A grey picture is more frequent than any one colour, and darker.
      let color = x == 100 ? [150, 150, 150] : y > 190 ? [90, 90, 90] : paper
      for channel in color {
        var level = channel - 8
        for _ in 0..<4 { level += Int(generator.next() % 5) }
        samples.append(UInt8(clamping: level))
      }
      samples.append(255)
    }
    let path = try folder.write(samples, width: side, as: "scan.png")
    let source = try openRaster(path: path, samples: SampleOptions { $0.paper = Paper() })
    let text = try #require(source.details.first { $0.name == "paper" }?.value)
    let color = try #require(OpaqueColor(hexadecimal: String(text.prefix(7))))
    for (found, channel) in zip([color.red, color.green, color.blue], paper) {
      #expect(abs(Int(found) - channel) <= 2, "\(text)")
    }
    let inks = try readRows(source, scratch: folder.path)
    let background = (0..<side * 190).filter { $0 % side != 100 }
    let seen = background.count { inks[4 * $0 + 3] > 8 }
    #expect(100 * seen < background.count, "\(text): \(seen) of \(background.count) pixels")
    #expect((0..<190).allSatisfy { inks[4 * ($0 * side + 100) + 3] > 60 }, "\(text)")
  }

  @Test(
    "Paper outside goes with a soft rim, a white room stays, and so do rows read from the middle")
  func outside() throws {
    // A room with soft walls of three samples, black between two of half ink.
    var image = DrawnTIFF()
    (image.width, image.height, image.bands, image.photometric) = (64, 48, 3, 2)
    image.blockHeight = 1
    let levels: [Int: Double] = [0: 128, 1: 0, 2: 128]
    image.numbers = (0..<64 * 48).flatMap { index -> [Double] in
      let (x, y) = (index % 64, index / 64)
      let inside: Int = min(x - 10, 53 - x, y - 10, 37 - y)
      let level = levels[inside] ?? 255
      return [level, level, level]
    }
    let path = folder.path("room.tif")
    try DrawnTIFF.write([image], to: path)
    let options = SampleOptions {
      $0.paper = Paper(.white, tolerance: 0)
      $0.paper?.isOutsideOnly = true
    }
    let source = try openRaster(path: path, samples: options)
    #expect(source.capabilities.rowPasses == 2)
    let samples = try readRows(source, scratch: folder.path)
    func at(_ x: Int, _ y: Int) -> [UInt8] { pixel(samples, y * 64 + x) }
    for y in [0, 9, 38, 47] { #expect((0..<64).allSatisfy { at($0, y) == [0, 0, 0, 0] }) }
    for y in 13..<35 { #expect((13..<51).allSatisfy { at($0, y) == [255, 255, 255, 255] }) }
    #expect(at(11, 20) == [0, 0, 0, 255] && at(10, 20) == [0, 0, 0, 127])
    #expect(at(12, 20) == [128, 128, 128, 255])

    try expectParts(of: source, samples, scratch: folder.path)
  }

  @Test("A PDF that is drawn without paper is, over white, the PDF", .enabled(if: Programs.drawPDF))
  func drawing() throws {
    let workspace = try VectorWorkspace()
    let lines = stride(from: 0.5, to: 200, by: 1.5).map { "\($0) 0 m \($0) 300 l S" }
    let content =
      "0.2 0.4 0 RG 0.25 w \(lines.joined(separator: " ")) 1 1 1 rg 250 30 60 60 re f 0 g 260 40 20 20 re f"
    let path = try workspace.write(
      VectorPlanFile.pdf([.init(width: 400, height: 300, content: content)]), as: "plan.pdf")
    var options = SampleOptions { $0.paper = Paper() }
    for size in [PixelSize(width: 100, height: 75), PixelSize(width: 800, height: 600)] {
      let white = try workspace.samples(openRaster(path: path).resized(to: size))
      let source = try openRaster(path: path, samples: options).resized(to: size)
      #expect(!source.isOpaque)
      let inks = try workspace.samples(source)
      let worst = white.indices.filter { $0 % 4 < 3 }.map { index -> Int in
        let alpha = Int(inks[index | 3])
        let over = (Int(inks[index]) * alpha + 255 * (255 - alpha) + 127) / 255
        return abs(over - Int(white[index]))
      }.max()
      #expect(try #require(worst) <= 2, "\(size)")
      let image = Samples(bytes: inks, width: size.width)
      #expect(image[size.width * 9 / 10, 1] == [0, 0, 0, 0])
      // The white that the page fills in is no paper; it is when white is taken out.
      let (x, y) = (size.width * 300 / 400, size.height * 220 / 300)
      #expect(image[x, y] == [255, 255, 255, 255])
      options.paper = Paper(.white)
      let none = Samples(
        bytes: try workspace.samples(
          try openRaster(path: path, samples: options).resized(to: size)), width: size.width)
      #expect(none[x, y] == [0, 0, 0, 0])
      options.paper = Paper()
    }
    options.paper?.isOutsideOnly = true
    #expect(throws: RasterError.self) { try openRaster(path: path, samples: options) }
  }
}

extension TemporaryDirectory {
  /// Writes straight RGBA8 samples as a PNG, and returns its path.
  func write(_ samples: [UInt8], width: Int, as name: String) throws -> String {
    let image = RGBAImage(width: width, height: samples.count / 4 / width, samples: samples)
    try PNGFileWriter.write(image, to: path(name), compression: .fast)
    return path(name)
  }
}
