import Georeferencing
import RasterSources
import TileImaging
import TileModel

/// Reads how a floor's samples become colours, and which part of its image is used.
extension FloorReader {
  func samples() throws(ManifestError) -> SampleOptions {
    var samples = SampleOptions()
    samples.bands = try shared("bands").map { node throws(ManifestError) in
      let expected = "one band, three, or four with alpha last, from 1, such as [3, 2, 1]"
      let text = try node.listText("bands", expected: expected)
      guard let bands = BandSelection(text: text) else { throw node.wrong("bands", expected) }
      return bands
    }
    samples.stretch = try shared("stretch").map { node throws(ManifestError) in
      let expected = "none, percent, or the least and the greatest value, such as [0, 4095]"
      let text = try node.listText("stretch", expected: expected)
      guard let stretch = SampleStretch(text: text) else { throw node.wrong("stretch", expected) }
      return stretch
    }
    samples.noData = try shared("nodata").map { node throws(ManifestError) in try noData(node) }
    samples.noDataTolerance =
      try shared("nodata-tolerance")?.integer(
        "nodata-tolerance", in: 0...255, expected: "0 to 255 levels") ?? 0
    samples.transparent = try color("transparent")
    samples.paper = try shared("paper").map { node throws(ManifestError) in
      let expected = "auto, or a colour such as white, or \"#FFFFFF\" in quotes"
      let text = try node.text("paper", expected: expected)
      guard let paper = Paper(text: text) else { throw node.wrong("paper", expected) }
      return paper
    }
    for key in ["paper-tolerance", "paper-outside"] where samples.paper == nil {
      if let node = shared(key) {
        throw .noEffect(key, at: node.location, reason: "no paper is stated")
      }
    }
    samples.paper?.tolerance = try shared("paper-tolerance")?.integer(
      "paper-tolerance", in: 0...255, expected: "0 to 255 levels")
    samples.paper?.isOutsideOnly = try shared("paper-outside")?.boolean("paper-outside") ?? false
    samples.ink = try shared("ink")?.choice("ink") ?? .keep
    samples.crop = try shared("crop")?.choice("crop")
    samples.background = try color("background")
    samples.colors =
      try shared("color").map { node throws(ManifestError) in
        let expected = "convert or keep"
        let text = try node.text("color", expected: expected)
        guard let colors = ColorHandling(rawValue: text) else {
          throw node.wrong("color", expected)
        }
        return colors
      } ?? .convert
    return samples
  }

  /// The areas that limit what is used of the image; `cutline` is the path of the file with an outline,
  /// where one is stated.
  func clips(cutline: String?) throws(ManifestError) -> [ClipArea] {
    var areas: [ClipArea] = []
    if let cutline, let node = shared("cutline") {
      areas.append(
        try keys.located(node) { () throws(GeoreferenceError) in try CutlineFile.area(path: cutline)
        })
    }
    if let node = shared("clip-bounds") {
      let text = try node.numbers(
        "clip-bounds", count: 4,
        expected: "[west, south, east, north] in degrees, longitude first")
      areas.append(
        try keys.located(node) { () throws(GeoreferenceError) in
          try ClipArea(try GeographicBounds(optionText: text, option: "clip-bounds"))
        })
    }
    return areas
  }

  /// What is used of the floor's one image, in its pixels.
  func outline(hasParts: Bool) throws(ManifestError) -> ImageOutline? {
    guard let node = keys.map["outline"] else { return nil }
    if hasParts {
      throw .noEffect("outline", at: node.location, reason: "\(keys.map.owner) has several images")
    }
    let text = try node.pairs(
      "outline", of: "[px, py] in pixels of the image, such as [512, 384]",
      expected: "three or more [px, py] around the part of the image that is used")
    return try keys.located(node) { () throws(GeoreferenceError) in
      try ImageOutline(optionText: text, option: "outline")
    }
  }

  private func noData(_ node: ManifestNode) throws(ManifestError) -> Double {
    let expected = "a number, such as 0, or nan"
    let text = try node.text("nodata", expected: expected)
    // YAML writes what is not a number with a point before it.
    if ["nan", ".nan"].contains(text.lowercased()) { return .nan }
    guard let number = NumberText.double(text) else { throw node.wrong("nodata", expected) }
    return number
  }

  private func color(_ key: String) throws(ManifestError) -> OpaqueColor? {
    guard let node = shared(key) else { return nil }
    let expected = "a colour such as white, or \"#FFFFFF\" in quotes"
    let text = try node.text(key, expected: expected)
    guard let color = OpaqueColor(text: text) else { throw node.wrong(key, expected) }
    return color
  }
}
