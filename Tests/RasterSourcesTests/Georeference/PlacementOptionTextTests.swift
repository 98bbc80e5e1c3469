import Georeferencing
import RasterSources
import Testing
import TileModel

@Suite("Values of the placement options")
struct PlacementOptionTextTests {
  @Test("Bounds are west, south, east, north, and may be negative")
  func bounds() throws {
    #expect(
      try GeographicBounds(optionText: "-122.5,37.7,-122.4,37.8")
        == GeographicBounds(west: -122.5, south: 37.7, east: -122.4, north: 37.8))
    #expect(
      try GeographicBounds(optionText: " 1e1, -2 ,+30.5,.5")
        == GeographicBounds(west: 10, south: -2, east: 30.5, north: 0.5))
  }

  @Test(
    "Bounds that are not four numbers are refused",
    arguments: [
      "", "1,2,3", "1,2,3,4,5", "1,2,3,", "1;2;3;4", "1 2 3 4", "nan,0,1,1", "inf,0,1,1",
      "0x1,0,1,1", "1,2,3,4°", "a,b,c,d", "1,,2,3,4", "1,2,3,4\u{0}",
    ])
  func badBounds(text: String) {
    let error = georeferenceError { _ = try GeographicBounds(optionText: text) }
    #expect(caseName(error) == "malformedOption" && error?.report.location == "`bounds`")
    #expect(error?.description.contains("W,S,E,N") == true)
  }

  @Test("Bounds that may be degrees as well as metres are not guessed at")
  func ambiguous() throws {
    let zone = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    #expect(
      try Placement(boundsText: "8.5,47.3,8.6,47.4", crs: zone)
        == .bounds(GeographicBounds(west: 8.5, south: 47.3, east: 8.6, north: 47.4)))
    func fault(_ text: String, _ crs: CoordinateReferenceSystem?) -> GeoreferenceError? {
      georeferenceError { _ = try Placement(boundsText: text, crs: crs) }
    }
    #expect(caseName(fault("37.7,-122.5,37.8,-122.4", zone)) == "exchangedAxes")
    for crs in [nil, CoordinateReferenceSystem.geographic] {
      let error = fault("500000,5400000,500200,5400100", crs)
      #expect(caseName(error) == "notDegrees")
      #expect(
        error?.report.found?.contains("500000, 5400000") == true, "\(String(describing: error))")
    }
    let error = fault("-50,6000000,50,6000100", .webMercator)
    #expect(caseName(error) == "malformedOption")
    #expect(error?.description.contains("world file") == true)
  }

  @Test("Swapped latitudes and longitudes are noticed")
  func swapped() throws {
    let errors = [
      georeferenceError { _ = try GeographicBounds(optionText: "37.7,-122.5,37.8,-122.4") },
      georeferenceError { _ = try GeographicCoordinate(optionText: "-122.5,37.7") },
      georeferenceError { _ = try ControlPoint(optionText: "1,2,-122.5,37.7") },
      georeferenceError { _ = try CornerCoordinates(optionText: "1,2 1,3 0,3 -122.5,37.7") },
    ]
    let rights = [
      "-122.5,37.7,-122.4,37.8", "37.7,-122.5", "1,2,37.7,-122.5", "2,1 3,1 3,0 37.7,-122.5",
    ]
    for (error, expected) in zip(errors, rights) {
      #expect(caseName(error) == "exchangedAxes", "\(expected)")
      guard case .exchangedAxes(let found, let right, _) = error else { continue }
      #expect(found == "a latitude of -122.5" && right == expected)
    }
    // Neither order is on the globe.
    for (text, name) in [
      ("-122.5,97.7", "latitudeBeyondPole"), ("1,200", "longitudeBeyondAntimeridian"),
    ] {
      let error = georeferenceError { _ = try GeographicCoordinate(optionText: text) }
      #expect(caseName(error) == name)
    }
  }

  @Test("Corners are four positions parted by blanks or semicolons")
  func corners() throws {
    let expected = CornerCoordinates(
      topLeft: GeographicCoordinate(latitude: 1, longitude: -2),
      topRight: GeographicCoordinate(latitude: 1, longitude: 3),
      bottomRight: GeographicCoordinate(latitude: 0, longitude: 3),
      bottomLeft: GeographicCoordinate(latitude: 0, longitude: -2))
    for text in ["1,-2 1,3 0,3 0,-2", " 1,-2  1,3\t0,3 0,-2 ", "1,-2;1,3; 0,3 ;0,-2"] {
      #expect(try CornerCoordinates(optionText: text) == expected)
    }
    for text in ["", "1,-2 1,3 0,3", "1,-2 1,3 0,3 0,-2 0,0", "1 -2 1 3", "1,-2 1,3 0,3 0,x"] {
      let error = georeferenceError { _ = try CornerCoordinates(optionText: text) }
      #expect(caseName(error) == "malformedOption" && error?.report.location == "`corners`")
    }
  }

  @Test("Control points are px, py, lat, lng")
  func controlPoints() throws {
    let set = try ControlPointSet(optionTexts: ["0,0,47.3,8.5", "-1.5,2e3,-47.2,-8.6"])
    #expect(set.crs == .geographic)
    #expect(set.points[0].pixel == PixelPoint(x: 0, y: 0))
    #expect(set.points[1].pixel == PixelPoint(x: -1.5, y: 2000))
    #expect(set.points[1].position == CRSPoint(x: -8.6, y: -47.2))
    let error = georeferenceError {
      _ = try ControlPointSet(optionTexts: ["0,0,47.3,8.5", "0,0,47.3"])
    }
    #expect(caseName(error) == "malformedOption" && error?.report.location == "`controlPoints`")
    #expect(error?.report.found == "0,0,47.3")
  }

  @Test("Anchors are lat, lng and their pixels px, py")
  func anchors() throws {
    #expect(
      try GeographicCoordinate(optionText: "47.3769,8.5417")
        == GeographicCoordinate(latitude: 47.3769, longitude: 8.5417))
    #expect(try PixelPoint(optionText: "512,384.5") == PixelPoint(x: 512, y: 384.5))
    let error = georeferenceError { _ = try PixelPoint(optionText: "512") }
    #expect(caseName(error) == "malformedOption" && error?.report.location == "`anchorPixel`")
  }
}
