import RasterSources
import TileModel
import TileStorage

extension PyramidVerifier {
  /// Verifies a building: every floor by its own layer definition, and the floors against
  /// `building.json`.
  ///
  /// - Parameters:
  ///   - path: The building's folder or its `building.json`.
  ///   - options: The choice of checks for the building and each floor.
  ///   - isCancelled: Asked often, from any thread; verification then stops.
  /// - Returns: Every rule with its findings. A floor that cannot be opened has no report of its own,
  ///   but a finding of the building. No floor has one when only rules of buildings were chosen.
  /// - Throws: ``TileStorageError`` when there is no building, or `FailureReport` when a floor cannot
  ///   be read, such as a database that another process has locked. Both stand in for a finding whose
  ///   rule was not chosen, where nothing is left to verify. Else an error of reading a source, or
  ///   `CancellationError`.
  public static func verifyBuilding(
    _ path: String, options: VerificationOptions = VerificationOptions(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> BuildingVerificationReport {
    let collector = FindingCollector(
      rules: options.rules, among: VerificationRule.ofBuildings, limit: options.findingLimit)
    let building: StoredBuilding
    do throws(TileStorageError) {
      guard let opened = try StoredBuilding(path: path) else {
        throw .notAStore(path: path, found: "no \(BuildingDocument.fileName)")
      }
      // A building without verified floors must not pass for sound where the rule was not chosen.
      guard !opened.definition.floors.isEmpty || collector.wants(.buildingFloors) else {
        throw .notAStore(path: path, found: "no floor")
      }
      building = opened
    } catch {
      guard case .layerDocument(_, let location) = error, collector.wants(.buildingReadable) else {
        throw error
      }
      collector.add(
        .buildingReadable, at: location, found: error.report.found ?? error.report.what,
        expected: error.report.expected ?? "a building of this package")
      return BuildingVerificationReport(
        path: path, name: nil, results: collector.results, floors: [], floorsWithoutTiles: nil)
    }
    let checks = BuildingChecks(building: building, collector: collector)
    checks.checkList()
    if let sources = options.floors { checks.compare(with: sources.map(\.floor)) }
    var floors: [BuildingVerificationReport.Floor] = []
    var openedCount = 0
    let judgesTiles = options.rules.contains {
      $0 != .directoryStray && VerificationRule.all.contains($0)
    }
    do {
      for entry in building.definition.floors {
        guard
          let inspection = try checks.inspect(
            entry, scratch: options.scratch.path, isCancelled: isCancelled)
        else { continue }
        openedCount += 1
        guard judgesTiles else { continue }
        var floorOptions = options
        // Files that are no tiles are judged for all floors at once, which may share folders.
        floorOptions.rules.removeAll { $0 == .directoryStray }
        floorOptions.source = options.floors?.first { $0.floor.id == entry.floor.id }?.source
        do {
          let report = try report(
            on: inspection, floor: entry.floor.id, options: floorOptions, isCancelled: isCancelled)
          floors.append(.init(entry.floor, report: report))
        } catch let error as TileStorageError {
          throw error.naming(floor: entry.floor.id)
        }
      }
      try checks.checkFolder(isCancelled: isCancelled)
    } catch TileStorageError.cancelled {
      throw CancellationError()
    }
    return BuildingVerificationReport(
      path: path, name: building.definition.name, results: collector.results, floors: floors,
      floorsWithoutTiles: judgesTiles ? nil : openedCount)
  }
}

extension TileStorageError {
  func naming(floor: String) -> any Error {
    if case .cancelled = self { return self }
    return report.naming(floor: floor)
  }
}
