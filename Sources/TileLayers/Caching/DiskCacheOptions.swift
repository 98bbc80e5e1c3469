/// Where fetched tiles are kept between runs, and how many.
public struct DiskCacheOptions: Hashable, Sendable {
  /// The folder, which is created; several layers may share it, and each has its own bound.
  public var folder: String
  /// The most bytes that the files of one layer may use, each counted in blocks of 4096.
  public var maximumBytes: Int

  /// Creates options.
  public init(folder: String, maximumBytes: Int = 256 << 20) {
    self.folder = folder
    self.maximumBytes = maximumBytes
  }
}
