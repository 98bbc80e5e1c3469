import RasterSources
import TileModel

/// A building whose floors are all georeferenced.
public struct GeoreferencedBuilding: Sendable {
  /// What was asked for.
  public let manifest: BuildingManifest
  /// The floors, in the manifest's order by level.
  public let floors: [GeoreferencedFloor]
  /// How far floors disagree about each point that two or more of them share, worst first.
  public let agreements: [PointAgreement]

  /// Opens every image and finds where it is.
  ///
  /// Floors that are aligned with others are fitted to where those put the points of the same
  /// names. ``checkAgreement()`` is left to the caller, who may want to show the disagreement.
  ///
  /// - Throws: ``ManifestError`` that names the floor and the line of the manifest.
  public init(_ manifest: BuildingManifest) throws(ManifestError) {
    try self.init(manifest, files: [:], threads: 1) { _, _, _ in }
  }

  /// Reads the images out of their files, by floor; of a floor without one the image is opened.
  ///
  /// Each is open only while it is read.
  ///
  /// - Parameters:
  ///   - manifest: What is built.
  ///   - files: The images of floors that have one.
  ///   - threads: How many threads open the images of floors that have several.
  ///   - note: Told the path of each of these, in the order of the manifest, and of the lists that name them,
  ///     and the state in which it was before anything else was read of it.
  /// - Throws: As ``init(_:)``.
  init(
    _ manifest: BuildingManifest, files: [String: SourceFile], threads: Int,
    note: (BuildingManifest.Floor, String, SourceFingerprint) -> Void
  ) throws(ManifestError) {
    self.manifest = manifest
    var images: [String: (file: SourceFile, raster: any RasterSource)] = [:]
    var georeferenced: [String: GeoreferencedFloor] = [:]
    let clock = DrawingClock()
    for floor in manifest.floors {
      if let several = try floor.severalImages {
        georeferenced[floor.id] = try Self.floor(floor, of: several, threads: threads, note)
        continue
      }
      do throws(RasterError) {
        let file =
          if let open = files[floor.id] { open } else { try SourceFile(path: floor.image) }
        file.closeWhenUnused()
        var vector = floor.vector
        vector.clock = clock
        // Of a scan the resolution says nothing but how large its samples are on paper.
        if case .stated(.anchor(let anchor)) = floor.placement.way,
          case .scale = anchor.sampleSize, try VectorFormat(file) == nil
        {
          vector.dotsPerInch = nil
        }
        images[floor.id] = (
          file, try openRaster(file, samples: floor.samples, vector: vector)
        )
      } catch {
        throw .badImage(floor: floor.id, at: floor.imageLocation, error)
      }
    }
    while georeferenced.count < manifest.floors.count {
      let before = georeferenced.count
      for floor in manifest.floors where georeferenced[floor.id] == nil {
        guard let image = images[floor.id] else { continue }
        if floor.layerFloor.isAlternative {
          guard let first = georeferenced[floor.layerFloor.storeyID] else { continue }
          georeferenced[floor.id] = FloorGeoreferencer(
            floor: floor, file: image.file, raster: image.raster
          ).georeference(as: first)
          continue
        }
        var reference: GeoreferencedFloor?
        if case .aligned(let id, _) = floor.placement.way {
          reference = georeferenced[id]
          if reference == nil { continue }
        }
        georeferenced[floor.id] = try FloorGeoreferencer(
          floor: floor, file: image.file, raster: image.raster
        ).georeference(on: reference)
      }
      precondition(georeferenced.count > before, "a manifest has no circle of alignments")
    }
    floors = manifest.floors.compactMap { georeferenced[$0.id] }
    agreements = Self.agreements(of: floors)
  }

  /// Opens and places the images of a floor that has several.
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

  /// The agreement of every point that at least two floors have, worst first, then by name.
  private static func agreements(of floors: [GeoreferencedFloor]) -> [PointAgreement] {
    var positions: [String: [(floor: String, position: MercatorPoint)]] = [:]
    for georeferenced in floors where !georeferenced.floor.layerFloor.isAlternative {
      for point in georeferenced.points {
        positions[point.name, default: []].append(
          (georeferenced.floor.id, georeferenced.resolved.georeference.mercator(of: point.pixel)))
      }
    }
    return positions.compactMap { name, positions in
      PointAgreement(name: name, positions: positions)
    }
    .sorted { $0.metres == $1.metres ? $0.name < $1.name : $0.metres > $1.metres }
  }

  /// Confirms that floors agree about shared points within the manifest's limit.
  ///
  /// - Throws: ``ManifestError/floorsDisagree(_:limit:at:)``.
  public func checkAgreement() throws(ManifestError) {
    let limit = manifest.alignmentLimit
    let beyond = agreements.filter { !($0.metres <= limit) }
    guard beyond.isEmpty else {
      throw .floorsDisagree(beyond, limit: limit, at: manifest.alignmentLimitLocation)
    }
  }
}
