import Foundation

/// Answers `file` URLs from disk: status 200, or 404 where there is no file.
struct FileTransport: TileTransport {
  func response(to request: TileRequest) async throws(TileTransportError) -> TileResponse {
    let path = request.url.path
    do {
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      guard facts[.type] as? FileAttributeType != .typeDirectory else {
        return TileResponse(status: 404)
      }
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { file.closeFile() }
      let data = try file.read(upToCount: request.maximumBytes + 1) ?? Data()
      if data.count > request.maximumBytes { throw TileTransportError.tooLarge }
      return TileResponse(status: 200, body: [UInt8](data))
    } catch let error as TileTransportError {
      throw error
    } catch let error as CocoaError
      where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile
    {
      return TileResponse(status: 404)
    } catch {
      throw .failed("\(error)")
    }
  }
}
