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

  @Test("A mirrored similarity is never chosen")
  func unmirrored() throws {
    let pixels = [PixelPoint(x: 0, y: 0), PixelPoint(x: 9, y: 1), PixelPoint(x: 2, y: 5)]
    let fitted = PlaneFit.similarity(pairs(.affine(.upright(0, 0, 1, 1)), pixels))
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
    let same = PixelTransform.affine(.upright(1e7, 0, 1, -1))
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

  private struct Fits: Decodable {
    struct Case: Decodable {
      var kind: String
      var gcps: [[Double]]
      var pixel: [Double]?
      var geo: [Double]?
    }
    var cases: [Case]
  }

  @Test("Published fits of other tools come out the same", .enabled(if: TestData.isAvailable))
  func published() throws {
    let fits = try JSONDecoder().decode(
      Fits.self, from: Data(TestData.bytes("numbers/gcp_fits.json")))
    var compared = 0
    for one in fits.cases {
      let set = ControlPointSet(.geographic, one.gcps.map { ($0[0], $0[1], $0[2], $0[3]) })
      let pairs = set.points.map { PlanePair(source: $0.pixel, target: $0.position) }
      let fitted: PixelTransform?
      if one.kind.contains("affine") {
        fitted = PlaneFit.affine(pairs).map { .affine($0) }
      } else if one.kind.contains("similarity") {
        fitted = PlaneFit.similarity(pairs).map { .affine($0) }
      } else if one.kind == "polynomial order 2" {
        fitted = try ControlPointFit(set, kind: .polynomial2, plane: .geographic)
          .georeference.pixelToCRS
      } else {
        continue
      }
      let (pixel, geo) = (try #require(one.pixel), try #require(one.geo))
      let found = try #require(fitted).apply(PixelPoint(x: pixel[0], y: pixel[1]))
      // The published numbers have 13 decimals; 1e-9 degrees are 0.1 mm.
      #expect(distance(found, CRSPoint(x: geo[0], y: geo[1])) < 1e-9, "\(one.kind)")
      compared += 1
    }
    #expect(compared == 3)
  }
}
