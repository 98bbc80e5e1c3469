import Dispatch
import Drawings
import Georeferencing
package import RasterSources
import TileModel

/// Several images, opened once, as one picture.
struct Mosaic {
  private static let namedWarnings = 8

  private let images: SourceImages
  /// In the order of painting, the lowest first.
  private let opened: [OpenedMember]
  private let stretchNotice: RasterNotice?
  private let skipped: SkippedImages?

  init(
    _ images: SourceImages, threads: Int, skipping skipped: SkippedImages?, headers: ImageHeaders?,
    note: (String, SourceFingerprint) -> Void
  ) throws {
    self.images = images
    self.skipped = skipped
    let results = Guarded<[Int: Result<(SourceFingerprint, OpenedMember?), any Error>]>([:])
    let count = images.images.count
    let next = Guarded(0)
    let template = MosaicMember.Reading(images.image)
    DispatchQueue.concurrentPerform(iterations: min(max(1, threads), count)) { _ in
      while true {
        let index = next.withLock { next -> Int in
          next += 1
          return next - 1
        }
        guard index < count else { return }
        let result = Result { try Self.open(images.images[index], template, headers) }
        if case .failure = result, skipped == nil { next.withLock { $0 = count } }
        results.withLock { $0[index] = result }
      }
    }
    let all = results.withLock { $0 }
    // The error names the first of several unusable images.
    var failures: [any Error] = []
    for index in all.keys.sorted() {
      guard case .failure(let error)? = all[index] else { continue }
      guard let skipped else { throw error }
      try skipped.note(images.images[index].path, error)
      failures.append(error)
    }
    if failures.count == count, let first = failures.first { throw first }
    var opened: [OpenedMember] = []
    for index in 0..<count {
      if case .failure? = all[index] { continue }
      guard let (fingerprint, image) = try all[index]?.get() else { continue }
      note(images.images[index].path, fingerprint)
      if let image { opened.append(image) }
    }
    guard !opened.isEmpty else {
      throw FailureReport(
        .badInput, "nothing of the images is used", at: images.path,
        expected: "images that have pixels in the mosaic, or inside their footprints")
    }
    (self.opened, stretchNotice) = Self.stretchedAlike(Self.paintingOrder(opened, images.onTop))
  }

  /// Finds one stretch over all images, or none where one uses enough of its type's range.
  private static func stretchedAlike(_ images: [OpenedMember]) -> ([OpenedMember], RasterNotice?) {
    let surveyed = images.compactMap { image in
      image.colorSurvey.map { ($0, image.member.size.width * image.member.size.height) }
    }
    guard !surveyed.isEmpty else { return (images, nil) }
    let common = surveyed.contains { !$0.0.isStretched } ? nil : ColorSurvey.range(of: surveyed)
    let alike = images.map { image in
      var image = image
      if image.colorSurvey != nil {
        image.member.stretch = common.map { .range($0.low, $0.high) } ?? SampleStretch.none
      }
      return image
    }
    guard let common, let least = surveyed.compactMap(\.0.quantiles.first).min(),
      let greatest = surveyed.compactMap(\.0.quantiles.last).max(),
      let possible = surveyed.compactMap(\.0.largestPossible).max()
    else { return (alike, nil) }
    return (
      alike,
      .stretched(found: least...greatest, possible: 0...possible, taken: common.low...common.high)
    )
  }

  private static func open(
    _ listed: ListedImage, _ reading: MosaicMember.Reading, _ headers: ImageHeaders?
  ) throws -> (SourceFingerprint, OpenedMember?) {
    func opened() throws -> (SourceFingerprint, OpenedHeader) {
      let file = try SourceFile(path: listed.path)
      defer { file.closeWhenUnused() }
      return (try SourceFingerprint(file), try listed.header(file, like: reading.template))
    }
    let (fingerprint, header) = try headers?.header(of: listed, opening: opened) ?? opened()
    return (fingerprint, try listed.member(header, reading, fingerprint))
  }

  private static func paintingOrder(_ images: [OpenedMember], _ onTop: SourceImages.Order)
    -> [OpenedMember]
  {
    switch onTop {
    case .last: images
    case .first: images.reversed()
    case .finest: images.stablySorted { $0.groundResolution > $1.groundResolution }
    case .newest:
      images.stablySorted {
        $0.member.fingerprint.isOlder(than: $1.member.fingerprint)
      }
    }
  }

  private var warnings: [String] {
    var paths: [String: [String]] = [:]
    var texts: [String] = []
    for image in opened {
      for text in image.warnings {
        if paths[text] == nil { texts.append(text) }
        paths[text, default: []].append(image.member.path)
      }
    }
    var warnings = texts.prefix(Self.namedWarnings).map { text in
      let paths = paths[text] ?? []
      let more = paths.count > 1 ? " and \(paths.count - 1) more" : ""
      return "\(paths.first ?? "")\(more): \(text)"
    }
    if texts.count > Self.namedWarnings {
      warnings.append("there are \(texts.count - Self.namedWarnings) more warnings")
    }
    if let stretchNotice {
      warnings.append("of all images, \(stretchNotice.text); `stretch` says otherwise")
    }
    return warnings
  }

  func georeferenced() throws -> GeoreferencedImage {
    let sheets = try GridMosaic.sheets(
      of: opened, apart: images.featherWidth > 0, path: images.path, skipping: skipped)
    let warnings = warnings
    guard sheets.count > 1 else {
      return sheets[0].georeferenced(
        summary: "\(opened.count) images on one grid; \(opened[0].placedBy)", warnings: warnings)
    }
    return try GridComposite(sheets, featherWidth: images.featherWidth, path: images.path)
      .georeferenced(
        summary: images.featherWidth > 0
          ? "\(opened.count) images, each by itself"
          : "\(opened.count) images on \(sheets.count) grids", warnings: warnings)
  }
}

extension SourceImages {
  /// Keeps only the data to open each image again, so that memory and open files stay bounded.
  package func georeferenced(
    threads: Int, skipping skipped: SkippedImages? = nil, headers: ImageHeaders? = nil,
    note: (String, SourceFingerprint) -> Void
  ) throws -> GeoreferencedImage {
    guard !isOneImage else {
      let file = try SourceFile(path: image.path)
      note(image.path, try SourceFingerprint(file))
      return try image.georeferenced(file).cropped(image.samples).image.cutAtAntimeridian()
        .drawn(as: image.samples.relief)
    }
    if let paper = image.samples.paper, paper.color == nil || paper.tolerance == nil {
      throw FailureReport.forOneImage(
        "`paper` without a colour and a tolerance", at: path,
        nextStep: "state `paper` and `paperTolerance`; for one of them info tells both")
    }
    if image.samples.crop != nil {
      throw FailureReport.forOneImage("`crop`", at: path, nextStep: "leave `crop` out")
    }
    return try Mosaic(self, threads: threads, skipping: skipped, headers: headers, note: note)
      .georeferenced().cutAtAntimeridian().drawn(as: image.samples.relief)
  }
}
