import Dispatch
import TileImaging
import TileModel

/// Several images, opened once, as one picture.
struct Mosaic {
  /// The longest side of the picture in pixels.
  static let longestSide = 1 << 30

  /// Of how many images warnings are listed.
  private static let namedWarnings = 8

  /// An image that was opened, and what is kept of it.
  struct Opened {
    let member: MosaicMember
    let georeference: Georeference
    let placedBy: String
    let warnings: [String]
    let groundResolution: Double
  }

  private let images: SourceImages
  /// In the order of painting, the lowest first.
  private let opened: [Opened]

  /// Opens all images.
  init(
    _ images: SourceImages, threads: Int, note: (SourceFile, SourceFingerprint) -> Void
  ) throws {
    self.images = images
    let results = Guarded<[Int: Result<(SourceFile, Opened), any Error>]>([:])
    let count = images.paths.count
    let next = Guarded(0)
    let template = MosaicMember.Reading(images.image)
    DispatchQueue.concurrentPerform(iterations: min(max(1, threads), count)) { _ in
      while true {
        let index = next.withLock { next -> Int in
          next += 1
          return next - 1
        }
        guard index < count else { return }
        let result = Result { try Self.open(images.paths[index], template) }
        if case .failure = result { next.withLock { $0 = count } }
        results.withLock { $0[index] = result }
      }
    }
    let all = results.withLock { $0 }
    // Of several that cannot be used, the first one that was tried is named.
    for index in all.keys.sorted() {
      if case .failure(let error)? = all[index] { throw error }
    }
    var opened: [Opened] = []
    for index in 0..<count {
      guard let (file, image) = try all[index]?.get() else { continue }
      note(file, image.member.fingerprint)
      opened.append(image)
    }
    self.opened = Self.paintingOrder(opened, images.onTop)
  }

  private static func open(
    _ path: String, _ reading: MosaicMember.Reading
  ) throws -> (SourceFile, Opened) {
    let image = reading.image(at: path)
    let file = try SourceFile(path: path)
    defer { file.closeWhenUnused() }
    let fingerprint = try SourceFingerprint(file)
    let placed = try image.georeferenced(file, normalises: false)
    let raster = placed.raster
    guard raster.vectorDocument == nil else { throw MosaicError.drawing(path: image.path) }
    for case .stretched in raster.notices where image.samples.stretch == nil {
      throw MosaicError.stretchedAlone(path: image.path)
    }
    if image.samples.stretch == .percent { throw MosaicError.stretchedAlone(path: image.path) }
    let georeference = placed.resolved.georeference
    let ground = georeference.groundResolution(at: raster.size.center)
    return (
      file,
      Opened(
        member: MosaicMember(path, reading, fingerprint, raster), georeference: georeference,
        placedBy: placed.resolved.summary, warnings: placed.resolved.warnings,
        groundResolution: max(ground.perColumn, ground.perRow))
    )
  }

  private static func paintingOrder(_ images: [Opened], _ onTop: SourceImages.Order) -> [Opened] {
    switch onTop {
    case .last: images
    case .first: images.reversed()
    case .finest:
      images.stablySorted { $0.groundResolution > $1.groundResolution }
    case .newest:
      images.stablySorted {
        $0.member.fingerprint.isOlder(than: $1.member.fingerprint)
      }
    }
  }

  /// The picture and where it is.
  func georeferenced() throws -> GeoreferencedImage {
    let sheets = try MosaicSheet.sheets(of: opened, path: images.path)
    let warned = opened.filter { !$0.warnings.isEmpty }
    var warnings = warned.prefix(Self.namedWarnings).flatMap { image in
      image.warnings.map { "\(image.member.path): \($0)" }
    }
    if warned.count > Self.namedWarnings {
      warnings.append("there are warnings about \(warned.count - Self.namedWarnings) more images")
    }
    guard sheets.count > 1 else {
      return sheets[0].georeferenced(
        summary: "\(opened.count) images on one grid; \(opened[0].placedBy)", warnings: warnings)
    }
    return try SheetComposite(sheets, path: images.path).georeferenced(
      summary: "\(opened.count) images on \(sheets.count) grids", warnings: warnings)
  }
}

extension Array {
  /// The elements in ascending order; equal ones stay in theirs.
  func stablySorted(_ isBefore: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { a, b in
      if isBefore(a.element, b.element) { return true }
      return !isBefore(b.element, a.element) && a.offset < b.offset
    }.map(\.element)
  }
}
