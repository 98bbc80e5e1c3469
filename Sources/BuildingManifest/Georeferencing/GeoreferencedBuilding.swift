import Georeferencing
import Mosaics
package import RasterSources
import TileModel

/// A building whose floors are all georeferenced.
package struct GeoreferencedBuilding: Sendable {
  package let manifest: BuildingManifest
  /// The floors, in the manifest's order by level.
  package let floors: [GeoreferencedFloor]
  /// The disagreement of floors about each point that two or more of them share, worst first.
  package let agreements: [PointAgreement]

  /// Floors that are aligned with others are fitted to where those put the points of the same names.
  ///
  /// ``checkAgreement()`` is left to the caller, who may want to show the disagreement.
  /// Each file is open only while it is read; the image of a floor without one is opened.
  package init(
    _ manifest: BuildingManifest, files: [String: SourceFile] = [:], threads: Int = 1,
    note: (BuildingManifest.Floor, String, SourceFingerprint) -> Void = { _, _, _ in }
  ) throws(ManifestError) {
    self.manifest = manifest
    var several: [String: GeoreferencedFloor] = [:]
    for floor in manifest.floors {
      guard let images = try floor.severalImages else { continue }
      several[floor.id] = try Self.floor(floor, of: images, threads: threads, note)
    }
    let images = try FloorImages(manifest.floors, files: files)
    let placed = images.placed(manifest.floors, on: several)
    var floors: [GeoreferencedFloor] = []
    for floor in manifest.floors {
      if let found = placed[floor.id] { floors.append(try found.get()) }
    }
    self.floors = floors
    agreements = PointAgreement.agreements(of: floors)
    try checkAxes()
  }

  /// Refuses a floor far from the first one that would be there with latitude and longitude exchanged.
  private func checkAxes() throws(ManifestError) {
    let places = floors.map {
      (floor: $0.floor, bounds: $0.resolved.georeference.mercatorBounds(of: $0.raster.size))
    }
    guard let first = places.first, let home = first.bounds else { return }
    for (floor, bounds) in places.dropFirst() {
      guard let bounds, bounds.center.isExchanged(for: home.center) else { continue }
      let texts = [(first.floor, home), (floor, bounds)].map { floor, bounds in
        let center = WebMercator.unproject(bounds.center)
        return "\(floor.id) at latitude \(NumberText.fixed(center.latitude, 4)),"
          + " longitude \(NumberText.fixed(center.longitude, 4))"
      }
      throw ManifestError(
        "latitude and longitude of floor \(floor.id) or \(first.floor.id) are swapped",
        at: floor.placement.location, found: texts.joined(separator: "; "),
        expected: "floors above each other",
        nextStep: "exchange them in the floor that is elsewhere")
    }
  }

  private static func floor(
    _ floor: BuildingManifest.Floor, of images: SourceImages, threads: Int,
    _ note: (BuildingManifest.Floor, String, SourceFingerprint) -> Void
  ) throws(ManifestError) -> GeoreferencedFloor {
    do {
      for list in images.lists { note(floor, list, try SourceFingerprint(path: list)) }
      let picture = try images.georeferenced(threads: threads) { note(floor, $0, $1) }
      return GeoreferencedFloor(
        floor: floor, raster: picture.raster, resolved: picture.resolved, points: [],
        images: images)
    } catch {
      throw .badImages(floor: floor.id, at: floor.imageLocation, cause: error)
    }
  }

  package func checkAgreement() throws(ManifestError) {
    let limit = manifest.alignmentLimit
    let beyond = agreements.filter { !($0.metres <= limit) }
    guard beyond.isEmpty else {
      throw ManifestError(
        "floors disagree about where shared points are", at: manifest.alignmentLimitLocation,
        found: beyond.prefix(5).map(\.description).joined(separator: "; ")
          + (beyond.count > 5 ? "; and \(beyond.count - 5) more" : ""),
        expected: "at most \(NumberText.brief(limit)) m apart",
        nextStep: "check these points on both floors, or raise alignment-limit")
    }
  }
}

extension PointAgreement {
  /// Worst first, then by name.
  package static func agreements(of floors: [GeoreferencedFloor]) -> [PointAgreement] {
    var positions: [String: [(floor: String, position: MercatorPoint)]] = [:]
    for georeferenced in floors where !georeferenced.floor.layerFloor.isAlternative {
      for point in georeferenced.points {
        positions[point.name, default: []].append(
          (georeferenced.floor.id, georeferenced.resolved.georeference.mercator(of: point.pixel)))
      }
    }
    let exact = floors.filter { floor in
      guard case .aligned = floor.floor.placement.way else { return false }
      return floor.resolved.fit?.redundancy == 0
    }.map(\.floor.id)
    return positions.compactMap { name, positions in
      guard var agreement = PointAgreement(name: name, positions: positions) else { return nil }
      agreement.isPlacing =
        agreement.metres < 0.0005 && agreement.floors.contains(where: exact.contains)
      return agreement
    }.sorted { $0.metres == $1.metres ? $0.name < $1.name : $0.metres > $1.metres }
  }
}

/// The disagreement of floors about a point that they share, such as a lift.
package struct PointAgreement: Hashable, Sendable, CustomStringConvertible {
  package var name: String
  /// The two floors that put it farthest apart.
  package var floors: [String]
  /// The distance between those two positions, in metres on the ground.
  package var metres: Double
  package var floorCount: Int
  /// Whether one of the floors is where this point puts it, with none to spare: then it agrees with any mistake.
  package var isPlacing = false

  package var description: String {
    "\(name.manifestExcerpt): \(NumberText.fixed(metres, 3)) m between "
      + floors.joined(separator: " and ") + (isPlacing ? ", which placed it" : "")
  }

  /// `nil` for a single position.
  init?(name: String, positions: [(floor: String, position: MercatorPoint)]) {
    guard positions.count >= 2 else { return nil }
    (self.name, floorCount) = (name, positions.count)
    (floors, metres) = ([positions[0].floor, positions[1].floor], -1)
    for (index, first) in positions.enumerated() {
      for second in positions[(index + 1)...] {
        let (dx, dy) = (first.position.x - second.position.x, first.position.y - second.position.y)
        let middle = (first.position.y + second.position.y) / 2
        let distance = GroundScale(atY: middle).metres(dx, dy)
        if distance > metres { (floors, metres) = ([first.floor, second.floor], distance) }
      }
    }
  }
}
