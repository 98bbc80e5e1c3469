import Foundation
import Georeferencing
import Hashing
import Platform
import RasterSources
import TileModel

/// Cache of image headers from one build to the next, so that unchanged files need not be opened.
///
/// A file is unchanged by size, times and inode, and without sidecars that could georeference it. Images
/// with sidecars, without an affine transform, or with a stretch by their pixels are opened every time.
///
/// Thread-safe.
package final class ImageHeaders: Sendable {
  /// Cached header of an image.
  private struct Entry {
    let fingerprint: SourceFingerprint
    /// A copy may keep the modification time, and never this one.
    let touched: (seconds: Int, nanoseconds: Int)
    let size: PixelSize
    let kind: UInt32
    let affine: Georeferencing.AffineTransform?
  }

  /// Properties shared by most images.
  private struct Kind: Hashable {
    let header: ImageHeader.Kind
    let crs: CoordinateReferenceSystem?
    let placedBy: String
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

  func find(_ image: ListedImage) -> (SourceFingerprint, OpenedHeader)? {
    let key = image.headerKey
    let found = state.withLock { state in
      state.entries[key].map { ($0, state.kinds[Int($0.kind)]) }
    }
    guard let (entry, kind) = found, image.isPlacedByItself == (entry.affine != nil),
      let state = FileState(path: image.path), entry.fingerprint.isState(state),
      state.touched == entry.touched,
      !hasCompanions(image)
    else { return nil }
    var place: OpenedHeader.Place?
    if let affine = entry.affine, let crs = kind.crs {
      place = OpenedHeader.Place(
        georeference: Georeference(crs: crs, pixelToCRS: .affine(affine)),
        placedBy: kind.placedBy, warnings: kind.warnings)
    }
    return (
      entry.fingerprint,
      OpenedHeader(
        header: ImageHeader(size: entry.size, kind: kind.header), place: place, colorSurvey: nil)
    )
  }

  func add(_ opened: OpenedHeader, _ fingerprint: SourceFingerprint, of image: ListedImage) {
    guard opened.colorSurvey == nil else { return }
    var affine: Georeferencing.AffineTransform?
    if let place = opened.place {
      guard image.isPlacedByItself, case .affine(let map) = place.georeference.pixelToCRS,
        canBeReadAgain(place.georeference.crs)
      else { return }
      affine = map
    }
    guard !hasCompanions(image), let touched = FileState(path: image.path)?.touched else { return }
    let kind = Kind(
      header: opened.header.kind, crs: opened.place?.georeference.crs,
      placedBy: opened.place?.placedBy ?? "", warnings: opened.place?.warnings ?? [])
    state.withLock { state in
      let number = state.numbers[kind] ?? UInt32(state.kinds.count)
      if number == state.kinds.count {
        state.kinds.append(kind)
        state.numbers[kind] = number
      }
      state.entries[image.headerKey] = Entry(
        fingerprint: fingerprint, touched: touched, size: opened.header.size, kind: number,
        affine: affine)
      state.isChanged = true
    }
  }

  private func hasCompanions(_ image: ListedImage) -> Bool {
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
        // The image is opened where the folder cannot be listed.
        return true
      }
      state.withLock { $0.folders[folder] = names }
    }
    // A mask and an auxiliary file make the image another without changing its file.
    let sidecars = Sidecars(imagePath: image.path)
    let files = image.isPlacedByItself ? sidecars.files(for: nil) : [sidecars.auxiliaryPath]
    return names.contains(ExternalMask.path(ofImage: name))
      || files.contains { names.contains($0.fileName) }
  }

  private func canBeReadAgain(_ crs: CoordinateReferenceSystem) -> Bool {
    if let known = state.withLock({ $0.systems[crs] }) { return known }
    let read = Result { try CoordinateReferenceSystem(parsing: crs.definition) }
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
  package static let signature = Array("tilepyramid image headers 2\n".utf8)

  /// All kinds, as JSON.
  private struct Kinds: Codable {
    struct Kind: Codable {
      let header: ImageHeader.Kind
      let crs: String?
      let placedBy: String
      let warnings: [String]
    }

    let reading: String
    let kinds: [Kind]
  }

  /// Layout: signature, XXH3-128 of the rest, length of a JSON text, that text, images by path.
  ///
  /// Numbers are 64 bits, little-endian.
  package func encoded() throws -> [UInt8] {
    let state = state.withLock { $0 }
    let kinds = Kinds(
      reading: reading,
      kinds: state.kinds.map {
        Kinds.Kind(
          header: $0.header, crs: $0.crs?.definition, placedBy: $0.placedBy, warnings: $0.warnings)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = try encoder.encode(kinds)
    var body = ByteRecord()
    body.add(text.count)
    body.bytes += text
    body.add(state.entries.count)
    for (key, entry) in state.entries.sorted(by: { $0.key < $1.key }) {
      let key = Array(key.utf8)
      body.add(key.count)
      body.bytes += key
      for number in entry.fingerprint.numbers { body.add(number) }
      for number in [
        entry.touched.seconds, entry.touched.nanoseconds, entry.size.width, entry.size.height,
        Int(entry.kind),
      ] { body.add(number) }
      let affine = entry.affine
      body.add(affine == nil ? 0 : 1)
      for value in affine?.coefficients ?? [] { body.add(value.bitPattern) }
    }
    var head = ByteRecord()
    let hash = Hash128(hashing: body.bytes)
    head.bytes = Self.signature
    head.add(hash.low)
    head.add(hash.high)
    return head.bytes + body.bytes
  }

  private static func decoded(_ bytes: [UInt8], reading: String) -> State? {
    guard bytes.starts(with: signature) else { return nil }
    var head = ByteRecordReader(bytes[signature.count...])
    guard let low = head.number(), let high = head.number(),
      Hash128(hashing: Array(head.rest)) == Hash128(low: low, high: high)
    else { return nil }
    var body = head
    guard let textCount = body.count(), let text = body.bytes(textCount) else { return nil }
    var state = State()
    do {
      let kinds = try JSONDecoder().decode(Kinds.self, from: Data(text))
      guard kinds.reading == reading else { return nil }
      for kind in kinds.kinds {
        let kind = Kind(
          header: kind.header, crs: try kind.crs.map { try CoordinateReferenceSystem(parsing: $0) },
          placedBy: kind.placedBy, warnings: kind.warnings)
        state.numbers[kind] = UInt32(state.kinds.count)
        state.kinds.append(kind)
      }
    } catch {
      // A damaged cache only costs reading the images again.
      return nil
    }
    guard let count = body.count() else { return nil }
    state.entries.reserveCapacity(count)
    for _ in 0..<count {
      guard let keyCount = body.count(), let key = body.bytes(keyCount) else { return nil }
      var numbers: [UInt64] = []
      for _ in 0..<SourceFingerprint.numberCount {
        guard let number = body.number() else { return nil }
        numbers.append(number)
      }
      guard let seconds = body.number(), let nanoseconds = body.number(),
        let width = body.count(limit: 1 << 32), let height = body.count(limit: 1 << 32),
        let kind = body.count(limit: state.kinds.count - 1), let isPlaced = body.number(),
        let fingerprint = SourceFingerprint(numbers)
      else { return nil }
      var affine: Georeferencing.AffineTransform?
      if isPlaced != 0 {
        var values: [Double] = []
        for _ in 0..<6 {
          guard let number = body.number() else { return nil }
          values.append(Double(bitPattern: number))
        }
        affine = Georeferencing.AffineTransform(coefficients: values)
      }
      state.entries[String(decoding: key, as: UTF8.self)] = Entry(
        fingerprint: fingerprint,
        touched: (
          Int(truncatingIfNeeded: seconds), Int(truncatingIfNeeded: nanoseconds)
        ), size: PixelSize(width: width, height: height),
        kind: UInt32(kind), affine: affine)
    }
    return state
  }
}

extension Georeferencing.AffineTransform {
  fileprivate var coefficients: [Double] { [originX, originY, columnX, columnY, rowX, rowY] }

  fileprivate init(coefficients: [Double]) {
    self.init(
      originX: coefficients[0], originY: coefficients[1], columnX: coefficients[2],
      columnY: coefficients[3], rowX: coefficients[4], rowY: coefficients[5])
  }
}

/// Serialised numbers and texts.
private struct ByteRecord {
  var bytes: [UInt8] = []

  mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
}

private struct ByteRecordReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func number() -> UInt64? {
    guard let bytes = bytes(8) else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func count(limit: Int? = nil) -> Int? {
    guard let number = number().flatMap(Int.init(exactly:)), number >= 0,
      number <= limit ?? rest.count
    else { return nil }
    return number
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
