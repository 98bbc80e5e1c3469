import TileModel
import TileStorage

/// A store in one file that clients read themselves, by ranges of its bytes (RFC 9110, section 14).
struct ServedArchive: Sendable {
  /// Bytes of one answer at most; a part of a longer range is an answer too.
  static let limit = 16 << 20

  let name: String
  private let file: RegularFile
  private let mediaType: String
  private let tag: String

  init?(_ reader: any TileReader) {
    guard let reader = reader as? PMTilesReader else { return nil }
    do throws(RegularFileError) {
      file = try RegularFile(path: reader.path)
    } catch {
      return nil
    }
    name = reader.path.split(separator: "/").last.map(String.init) ?? reader.path
    mediaType = PMTilesReader.mediaType
    let numbers = [
      file.state.node, UInt64(file.byteCount), UInt64(bitPattern: Int64(file.state.seconds)),
      UInt64(file.state.nanoseconds),
    ]
    tag = "\"\(numbers.map { String($0, radix: 36) }.joined(separator: "-"))\""
  }

  func response(to request: SiteRequest) -> SiteResponse {
    var fields = [
      SiteResponse.Field("Accept-Ranges", "bytes"), .init("ETag", tag),
      .init("Cache-Control", "no-cache"), .init("Content-Type", mediaType),
      .init("X-Content-Type-Options", "nosniff"),
    ]
    if request.knows(tag) {
      fields.append(.init("Content-Length", String(file.byteCount)))
      return SiteResponse(status: 304, fields: fields, body: [])
    }
    // A part of a changed file would not fit the other parts.
    let asked = request.ifRange.map { $0 == tag } ?? true ? request.range : nil
    guard let asked, let part = ByteRange(asked, of: file.byteCount) else {
      return whole(request, fields)
    }
    guard let range = part.range else {
      fields.append(.init("Content-Range", "bytes */\(file.byteCount)"))
      return SiteResponse(status: 416, fields: fields, body: [])
    }
    let sent = range.prefix(Self.limit)
    fields += [
      .init("Content-Range", "bytes \(sent.lowerBound)-\(sent.upperBound - 1)/\(file.byteCount)"),
      .init("Content-Length", String(sent.count)),
    ]
    return answer(206, fields, sent, request)
  }

  private func whole(_ request: SiteRequest, _ fields: [SiteResponse.Field]) -> SiteResponse {
    // GDAL asks so how long an archive is, and reads none without an answer.
    guard request.method == "HEAD" || file.byteCount <= Self.limit else {
      return .text(
        403, "This archive is read by ranges of its bytes, as clients of its format do.",
        [.init("Accept-Ranges", "bytes")])
    }
    return answer(
      200, fields + [.init("Content-Length", String(file.byteCount))], 0..<file.byteCount, request)
  }

  private func answer(
    _ status: Int, _ fields: [SiteResponse.Field], _ range: Range<Int>, _ request: SiteRequest
  ) -> SiteResponse {
    if request.method == "HEAD" { return SiteResponse(status: status, fields: fields, body: []) }
    do throws(RegularFileError) {
      let bytes = try file.bytes(at: range.lowerBound, count: range.count)
      if bytes.count == range.count {
        return SiteResponse(status: status, fields: fields, body: bytes)
      }
      return .fault(TileStorageError.outputChanged(path: name, found: "a file that was cut short"))
    } catch {
      return .fault(
        TileStorageError.outputChanged(path: name, found: error.reason))
    }
  }
}

/// The byte range that a `Range` field asks for (RFC 9110, section 14.1.2).
struct ByteRange: Hashable {
  /// `nil` where the file has none of the bytes.
  let range: Range<Int>?

  /// `nil` for another unit or several ranges, which may be ignored (RFC 9110, section 14.2).
  init?(_ text: String, of size: Int) {
    let prefix = "bytes="
    guard text.lowercased().hasPrefix(prefix) else { return nil }
    let ends = text.dropFirst(prefix.count)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    // A number too large for an integer is beyond any file.
    func number(_ text: Substring) -> Int? { text.isEmpty ? nil : Int(text) ?? .max }
    switch (number(ends[0]), number(ends[1])) {
    case (nil, nil): return nil
    case (nil, let suffix?): range = suffix == 0 || size == 0 ? nil : max(0, size - suffix)..<size
    case (let first?, let last):
      if let last, last < first { return nil }
      range =
        first < size ? first..<min(last.map { $0 == .max ? size : $0 + 1 } ?? size, size) : nil
    }
  }
}
