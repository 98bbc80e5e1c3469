import Foundation
import Georeferencing
import Hashing
import Platform
import RasterSources
import TileModel

/// Cache of image headers from one build to the next, so that unchanged files need not be opened.
///
/// A file is unchanged by size, times and inode, and so are the sidecars and the mask beside it. Images
/// without an affine transform or with a stretch by their pixels are opened every time.
///
/// Thread-safe.
package final class ImageHeaders: Sendable {
  /// Cached header of an image.
  fileprivate struct Entry {
    let fingerprint: SourceFingerprint
    /// A copy may keep the modification time, and never this one.
    let touched: UInt64
    let companions: UInt64
    let size: PixelSize
    let kind: UInt32
    let affine: Georeferencing.AffineTransform?
    let placedBy: String
  }

  /// Properties shared by most images.
  private struct Kind: Hashable {
    let header: ImageHeader.Kind
    let crs: CoordinateReferenceSystem?
    let warnings: [String]
  }

  private struct State {
    var kinds: [Kind] = []
    var numbers: [Kind: UInt32] = [:]
    var entries: [String: Entry] = [:]
    var isChanged = false
    var folders: [String: Set<String>] = [:]
    var systems: [CoordinateReferenceSystem: Bool] = [:]
  }

  private let reading: String
  private let state: Guarded<State>

  package init(_ bytes: [UInt8], reading: String) {
    self.reading = reading
    state = Guarded(Self.decoded(bytes, reading: reading) ?? State())
  }

  package var isChanged: Bool { state.withLock(\.isChanged) }

  package var count: Int { state.withLock { $0.entries.count } }

  /// The header of an image, which is opened unless it is known.
  func header(
    of image: ListedImage, opening open: () throws -> (SourceFingerprint, OpenedHeader)
  ) rethrows -> (SourceFingerprint, OpenedHeader) {
    let companions = companions(of: image)
    if let companions, let known = find(image, beside: companions) { return known }
    let (fingerprint, opened) = try open()
    if let companions { add(opened, fingerprint, of: image, beside: companions) }
    return (fingerprint, opened)
  }

  private func find(
    _ image: ListedImage, beside companions: UInt64
  ) -> (SourceFingerprint, OpenedHeader)? {
    let key = image.headerKey
    let found = state.withLock { state in state.entries[key].map { ($0, state.kinds[Int($0.kind)]) }
    }
    guard let (entry, kind) = found, image.isPlacedByItself == (entry.affine != nil),
      entry.fingerprint.isState(ofPath: image.path),
      entry.touched == FileState.touched(path: image.path), entry.companions == companions
    else { return nil }
    var place: OpenedHeader.Place?
    if let affine = entry.affine, let crs = kind.crs {
      place = OpenedHeader.Place(
        georeference: Georeference(crs: crs, pixelToCRS: .affine(affine)),
        placedBy: entry.placedBy, warnings: kind.warnings)
    }
    return (
      entry.fingerprint,
      OpenedHeader(
        header: ImageHeader(size: entry.size, kind: kind.header), place: place, colorSurvey: nil)
    )
  }

  /// Keeps nothing of an image whose sidecars may have changed while they were read.
  private func add(
    _ opened: OpenedHeader, _ fingerprint: SourceFingerprint, of image: ListedImage,
    beside companions: UInt64
  ) {
    guard opened.colorSurvey == nil else { return }
    var affine: Georeferencing.AffineTransform?
    if let place = opened.place {
      guard image.isPlacedByItself, case .affine(let map) = place.georeference.pixelToCRS,
        canBeReadAgain(place.georeference.crs)
      else { return }
      affine = map
    }
    guard self.companions(of: image) == companions,
      let touched = FileState.touched(path: image.path)
    else { return }
    let kind = Kind(
      header: opened.header.kind, crs: opened.place?.georeference.crs,
      warnings: opened.place?.warnings ?? [])
    state.withLock { state in
      let number = state.numbers[kind] ?? UInt32(state.kinds.count)
      if number == state.kinds.count {
        state.kinds.append(kind)
        state.numbers[kind] = number
      }
      state.entries[image.headerKey] = Entry(
        fingerprint: fingerprint, touched: touched, companions: companions,
        size: opened.header.size, kind: number, affine: affine,
        placedBy: opened.place?.placedBy ?? "")
      state.isChanged = true
    }
  }

  /// A hash of the states of the files beside an image that make it another without changing its own.
  ///
  /// 0 without any; `nil` where the folder cannot be listed, or a file cannot be examined.
  private func companions(of image: ListedImage) -> UInt64? {
    let name = image.path.fileName
    let folder = name == image.path ? "." : String(image.path.dropLast(name.count))
    let known = state.withLock { $0.folders[folder] }
    let names: Set<String>
    if let known {
      names = known
    } else {
      do {
        names = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
      } catch {
        return nil
      }
      state.withLock { $0.folders[folder] = names }
    }
    let sidecars = Sidecars(imagePath: image.path)
    let files =
      (image.isPlacedByItself ? sidecars.files(for: nil) : [sidecars.auxiliaryPath])
      + [ExternalMask.path(ofImage: image.path)]
    var bytes: [UInt8] = []
    for path in files where names.contains(path.fileName) {
      guard let file = FileState(path: path), let touched = FileState.touched(path: path) else {
        return nil
      }
      bytes += path.fileName.utf8
      let times = [file.seconds, file.nanoseconds, file.byteCount].map {
        UInt64(bitPattern: Int64($0))
      }
      for number in [file.node, touched] + times {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
      }
    }
    return bytes.isEmpty ? 0 : Hash128(hashing: bytes).low
  }

  private func canBeReadAgain(_ crs: CoordinateReferenceSystem) -> Bool {
    if let known = state.withLock({ $0.systems[crs] }) { return known }
    let read = Result { try CoordinateReferenceSystem(parsing: crs.statement) }
    let isSame = if case .success(let system) = read { system == crs } else { false }
    state.withLock { $0.systems[crs] = isSame }
    return isSame
  }
}

extension ListedImage {
  fileprivate var isPlacedByItself: Bool {
    switch statement {
    case .none, .cut: true
    case .placed, .virtual: false
    }
  }

  fileprivate var headerKey: String {
    let reading = readingNumbers
    return reading.isEmpty ? path : path + "\0" + reading.hexadecimalHash
  }
}

// MARK: - Form

extension ImageHeaders {
  package static let signature = Array("tilepyramid image headers 3\n".utf8)

  /// All that is kept.
  private struct Contents: Codable {
    struct Kind: Codable {
      let header: ImageHeader.Kind
      let crs: String?
      let warnings: [String]
    }

    let reading: String
    let kinds: [Kind]
    let keys: [String]
    /// Those of an entry for each key.
    let numbers: [[UInt64]]
    let placedBy: [String]
  }

  /// Layout: signature, XXH3-128 of the rest in little-endian order, JSON.
  package func encoded() throws -> [UInt8] {
    let state = state.withLock { $0 }
    let entries = state.entries.sorted { $0.key < $1.key }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = [UInt8](
      try encoder.encode(
        Contents(
          reading: reading,
          kinds: state.kinds.map {
            Contents.Kind(
              header: $0.header, crs: $0.crs?.statement, warnings: $0.warnings)
          }, keys: entries.map(\.key), numbers: entries.map(\.value.numbers),
          placedBy: entries.map(\.value.placedBy))))
    return Self.signature + Self.hash(text) + text
  }

  private static func hash(_ text: [UInt8]) -> [UInt8] {
    let hash = Hash128(hashing: text)
    return [hash.low, hash.high].flatMap { half in
      withUnsafeBytes(of: half.littleEndian) { Array($0) }
    }
  }

  private static func decoded(_ bytes: [UInt8], reading: String) -> State? {
    let rest = bytes.dropFirst(signature.count)
    let text = Array(rest.dropFirst(16))
    guard bytes.starts(with: signature), rest.prefix(16).elementsEqual(hash(text)) else {
      return nil
    }
    var state = State()
    do {
      let contents = try JSONDecoder().decode(Contents.self, from: Data(text))
      guard contents.reading == reading else { return nil }
      for kind in contents.kinds {
        let kind = Kind(
          header: kind.header, crs: try kind.crs.map { try CoordinateReferenceSystem(parsing: $0) },
          warnings: kind.warnings)
        state.numbers[kind] = UInt32(state.kinds.count)
        state.kinds.append(kind)
      }
      for (key, (numbers, placedBy)) in zip(contents.keys, zip(contents.numbers, contents.placedBy))
      {
        state.entries[key] = Entry(numbers, placedBy: placedBy)
      }
    } catch {
      // A damaged cache only costs reading the images again.
      return nil
    }
    return state.entries.values.allSatisfy { $0.kind < state.kinds.count } ? state : nil
  }
}

extension ImageHeaders.Entry {
  /// The fingerprint, the time, the hash of the companions, the size, the kind, and the affine map of an
  /// image that has one.
  fileprivate var numbers: [UInt64] {
    fingerprint.numbers + [touched, companions]
      + [size.width, size.height, Int(kind)].map { UInt64($0) }
      + (affine.map {
        [$0.originX, $0.originY, $0.columnX, $0.columnY, $0.rowX, $0.rowY].map(\.bitPattern)
      } ?? [])
  }

  fileprivate init?(_ numbers: [UInt64], placedBy: String) {
    let own = SourceFingerprint.numberCount
    let common = own + 5
    guard numbers.count == common || numbers.count == common + 6,
      numbers[own + 2..<common].allSatisfy({ $0 <= UInt32.max }),
      let fingerprint = SourceFingerprint(Array(numbers[..<own]))
    else { return nil }
    let affine = numbers[common...].map { Double(bitPattern: $0) }
    self.init(
      fingerprint: fingerprint, touched: numbers[own], companions: numbers[own + 1],
      size: PixelSize(width: Int(numbers[own + 2]), height: Int(numbers[own + 3])),
      kind: UInt32(numbers[own + 4]),
      affine: affine.isEmpty
        ? nil
        : Georeferencing.AffineTransform(
          originX: affine[0], originY: affine[1], columnX: affine[2], columnY: affine[3],
          rowX: affine[4], rowY: affine[5]), placedBy: placedBy)
  }
}
