import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Fits between planes")
struct PlaneFitTests {
  func pairs(_ transform: PixelTransform, _ pixels: [PixelPoint]) -> [PlanePair] {
    pixels.map { PlanePair(source: $0, target: transform.apply($0)) }
  }

  /// The largest distance, in samples, over the corners of the image of 4000 × 3000.
  func deviation(_ fitted: PixelTransform, from truth: PixelTransform) throws -> Double {
    let inverse = try #require(truth.inverse)
    return try [(0.0, 0.0), (4000, 0), (4000, 3000), (0, 3000)].map { corner in
      let pixel = PixelPoint(x: corner.0, y: corner.1)
      let back = try #require(inverse.apply(fitted.apply(pixel)))
      return distance(back, pixel)
    }.max() ?? 0
  }

  @Test("A similarity is found again from two points and from many", arguments: [2, 3, 9])
  func similarity(count: Int) throws {
    var drawn = DrawnTransforms(seed: UInt64(10 + count))
    for _ in 0..<200 {
      let truth = drawn.similarity()
      let fitted = try #require(
        PlaneFit.similarity(pairs(.affine(truth), drawn.pixels(max(4, count)).suffix(count))))
      #expect(fitted.determinant < 0)
      #expect(fitted.columnX == -fitted.rowY && fitted.columnY == fitted.rowX)
      // Targets hold 4e-9 m, up to 4e-7 sample of 1 cm, which close points magnify.
      if count > 2 { #expect(try deviation(.affine(fitted), from: .affine(truth)) < 1e-4) }
    }
  }

  @Test(
    "An affine transform is found again from three points and from many", arguments: [3, 4, 12])
  func affine(count: Int) throws {
    var drawn = DrawnTransforms(seed: UInt64(20 + count))
    for _ in 0..<200 {
      let truth = drawn.affine()
      let fitted = try #require(PlaneFit.affine(pairs(.affine(truth), drawn.pixels(count))))
      // The same bound; points in the quarters of the image magnify by less than 10.
      #expect(try deviation(.affine(fitted), from: .affine(truth)) < 1e-5)
    }
  }

  @Test("A homography is found again from four points and from many", arguments: [4, 5, 12])
  func projective(count: Int) throws {
    var drawn = DrawnTransforms(seed: UInt64(30 + count))
    for _ in 0..<200 {
      let truth = PixelTransform.projective(drawn.projective())
      let fitted = try #require(PlaneFit.projective(pairs(truth, drawn.pixels(count))))
      // The same bound; perspective magnifies more towards the corners.
      #expect(try deviation(.projective(fitted), from: truth) < 1e-4)
    }
  }

  @Test("A mirrored similarity is never chosen")
  func unmirrored() throws {
    let mirrored = AffineTransform(
      originX: 0, originY: 0, columnX: 1, columnY: 0, rowX: 0, rowY: 1)
    let pixels = [PixelPoint(x: 0, y: 0), PixelPoint(x: 9, y: 1), PixelPoint(x: 2, y: 5)]
    let fitted = PlaneFit.similarity(pairs(.affine(mirrored), pixels))
    #expect(fitted.map { $0.determinant < 0 } ?? true)
  }

  @Test("Noise is averaged: no small change of the transform fits better")
  func leastSquares() throws {
    var drawn = DrawnTransforms(seed: 40)
    for kind in ["similarity", "affine", "projective"] {
      var projective = drawn.projective()
      // Costs are compared to their last digits, which a large origin would take away.
      (projective.originX, projective.originY) = (0, 0)
      let truth = PixelTransform.projective(projective)
      var noisy = pairs(truth, drawn.pixels(12))
      for index in noisy.indices {
        noisy[index].target.x += .random(in: -0.5...0.5, using: &drawn.generator)
        noisy[index].target.y += .random(in: -0.5...0.5, using: &drawn.generator)
      }
      func cost(_ transform: PixelTransform) -> Double {
        noisy.reduce(0) { $0 + pow(distance(transform.apply($1.source), $1.target), 2) }
      }
      switch kind {
      case "similarity":
        let fitted = try #require(PlaneFit.similarity(noisy))
        let best = cost(.affine(fitted))
        for change in [1e-6, -1e-6] {
          var rotated = fitted
          rotated.columnY += change
          rotated.rowX += change
          rotated.originX -= change * 1500
          rotated.originY -= change * 2000
          #expect(cost(.affine(rotated)) >= best)
        }
      case "affine":
        let fitted = try #require(PlaneFit.affine(noisy))
        let best = cost(.affine(fitted))
        let paths: [WritableKeyPath<AffineTransform, Double>] = [
          \.originX, \.originY, \.columnX, \.columnY, \.rowX, \.rowY,
        ]
        for path in paths {
          for change in [1e-5, -1e-5] {
            var moved = fitted
            moved[keyPath: path] += change
            #expect(cost(.affine(moved)) > best)
          }
        }
      default:
        let fitted = try #require(PlaneFit.projective(noisy))
        let best = cost(.projective(fitted))
        for index in 0..<8 {
          for change in [1e-6, -1e-6] {
            var moved = fitted
            moved.coefficients[index] *= 1 + change
            #expect(cost(.projective(moved)) > best)
          }
        }
      }
    }
  }

  @Test("Points that fix no transform give none")
  func degenerate() {
    let line = (0..<6).map { PixelPoint(x: Double($0) * 10, y: Double($0) * 20) }
    let same = PixelTransform.affine(
      AffineTransform(originX: 1e7, originY: 0, columnX: 1, columnY: 0, rowX: 0, rowY: -1))
    #expect(PlaneFit.affine(pairs(same, line)) == nil)
    #expect(PlaneFit.projective(pairs(same, line)) == nil)
    #expect(PlaneFit.similarity([]) == nil)
    #expect(PlaneFit.similarity(pairs(same, [line[0]])) == nil)
    #expect(PlaneFit.similarity(pairs(same, [line[0], line[0]])) == nil)
    #expect(PlaneFit.affine(pairs(same, Array(line.prefix(2)))) == nil)
    #expect(PlaneFit.projective(pairs(same, Array(line.prefix(3)))) == nil)
    var infinite = pairs(same, line)
    infinite[2].target.x = .infinity
    #expect(PlaneFit.affine(infinite) == nil)
    #expect(PlaneFit.projective(infinite) == nil)
  }

  struct Case: Decodable {
    var kind: String
    var gcps: [[Double]]
    var pixel: [Double]?
    var geo: [Double]?
    var pairs: [PlanePair] {
      gcps.map {
        PlanePair(source: PixelPoint(x: $0[0], y: $0[1]), target: CRSPoint(x: $0[2], y: $0[3]))
      }
    }
  }

  @Test("Published fits come out the same", .enabled(if: TestData.isAvailable))
  func published() throws {
    struct Cases: Decodable { var cases: [Case] }
    let cases = try JSONDecoder().decode(
      Cases.self, from: Data(TestData.bytes("numbers/gcp_fits.json"))
    ).cases
    var compared = 0
    for one in cases {
      let fitted: AffineTransform?
      if one.kind.contains("affine") {
        fitted = PlaneFit.affine(one.pairs)
      } else if one.kind.contains("similarity") {
        fitted = PlaneFit.similarity(one.pairs)
      } else {
        continue
      }
      let pixel = try #require(one.pixel)
      let geo = try #require(one.geo)
      let found = try #require(fitted).apply(PixelPoint(x: pixel[0], y: pixel[1]))
      // The published numbers have 13 decimals; 1e-9 degrees are 0.1 mm.
      #expect(distance(found, CRSPoint(x: geo[0], y: geo[1])) < 1e-9)
      compared += 1
    }
    #expect(compared == 2)
  }
}
