import Foundation
import Georeferencing
import Hashing
import Platform
import RasterSources
import TileModel

/// What the headers of many images say, kept from one build to the next so that files which are as they were
/// need not be opened.
///
/// A file counts as unchanged by its size, the time of its last change and its number in the file system, and
/// where none of the files is beside it that could say where it is. Images that are placed by such files, that
/// are not placed by an affine transform, or whose stretch depends on their samples are opened every time.
///
/// May be used by several threads.
package final class ImageHeaders: Sendable {
  /// What is kept of an image.
  private struct Entry {
    let fingerprint: SourceFingerprint
    let size: PixelSize
    /// The number of its ``Kind``.
    let kind: UInt32
    let affine: Georeferencing.AffineTransform?
  }

  /// What is the same for most images.
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
    /// The names in folders of images, as far as they were listed.
    var folders: [String: Set<String>] = [:]
    /// Systems by whether they can be read again from their definition.
    var systems: [CoordinateReferenceSystem: Bool] = [:]
  }

  private let reading: String
  private let state: Guarded<State>

  /// Begins with what was kept.
  package init(_ bytes: [UInt8], reading: String) {
    self.reading = reading
    state = Guarded(Self.decoded(bytes, reading: reading) ?? State())
  }

  /// Whether something was added.
  package var isChanged: Bool { state.withLock(\.isChanged) }

  /// How many images are known.
  package var count: Int { state.withLock { $0.entries.count } }

  /// What is known of an image whose file is as it was; `nil` where it must be opened.
  func find(_ image: ListedImage) -> (SourceFingerprint, OpenedHeader)? {
    let key = image.headerKey
    let found = state.withLock { state in
      state.entries[key].map { ($0, state.kinds[Int($0.kind)]) }
    }
    guard let (entry, kind) = found, image.isPlacedByItself == (entry.affine != nil),
      entry.fingerprint.isState(ofPath: image.path), !hasCompanions(image)
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

  /// Keeps what was found of an image, where that can be told again without opening it.
  func add(_ opened: OpenedHeader, _ fingerprint: SourceFingerprint, of image: ListedImage) {
    guard opened.colorSurvey == nil else { return }
    var affine: Georeferencing.AffineTransform?
    if let place = opened.place {
      guard image.isPlacedByItself, case .affine(let map) = place.georeference.pixelToCRS,
        canBeReadAgain(place.georeference.crs)
      else { return }
      affine = map
    }
    if hasCompanions(image) { return }
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
        fingerprint: fingerprint, size: opened.header.size, kind: number, affine: affine)
      state.isChanged = true
    }
  }

  /// Whether any of the files is beside an image that says something of it.
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
        // What cannot be told is told by opening the image.
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
  /// Whether its file alone says where it is.
  fileprivate var isPlacedByItself: Bool {
    switch statement {
    case .none, .cut: true
    case .placed, .virtual: false
    }
  }

  /// Its path, and how it is read as far as its list says that.
  fileprivate var headerKey: String {
    let reading = readingNumbers
    return reading.isEmpty ? path : path + "\0" + reading.hexadecimalHash
  }
}

// MARK: - Form

extension ImageHeaders {
  /// How a file of headers begins.
  package static let signature = Array("tilepyramid image headers 1\n".utf8)

  /// What all kinds are, as JSON.
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

  /// Everything that is known: the signature, an XXH3-128 of all that follows, the length of a JSON text and
  /// that text, then the images by their paths; numbers have 64 bits, the lowest byte first.
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
      for number in [entry.size.width, entry.size.height, Int(entry.kind)] { body.add(number) }
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
      // What the file would spare is read again.
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
      guard let width = body.count(limit: 1 << 32), let height = body.count(limit: 1 << 32),
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
        fingerprint: fingerprint, size: PixelSize(width: width, height: height),
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

/// Numbers and texts as bytes.
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

  /// A number up to a limit, by default that of the bytes that are left.
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
