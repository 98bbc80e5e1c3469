public import TileModel

/// Images of which one picture is made, and which of them lies on top where several show something.
public struct SourceImages: Hashable, Sendable {
  /// Which of the images that show the same place lies on top; ties go to the later in the list.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// The one that is later in the list, as in a mosaic of GDAL.
    case last
    /// The one that is earlier in the list.
    case first
    /// The one with the smallest pixels on the ground.
    case finest
    /// The one whose file was changed last.
    case newest
  }

  /// The paths of the images; at least one.
  public let paths: [String]
  /// How every image is read and, if there is one alone, where it is; its path is that of the first.
  public var image: SourceImage
  /// Which of them lies on top.
  public var onTop: Order
  /// What stands for all of them in messages and gives the layer its name: the folder or the list that
  /// names them, or the path of the first.
  public var path: String

  /// Names images that are read alike.
  ///
  /// - Parameters:
  ///   - paths: Their paths; at least one.
  ///   - image: How each of them is read; its path is not used. Each is placed by what is beside it
  ///     or in its tags, unless there is one alone.
  ///   - onTop: Which of them lies on top.
  ///   - path: What stands for all of them; `nil` for the path of the first.
  public init(
    _ paths: [String], readAs image: SourceImage, onTop: Order = .last, path: String? = nil
  ) {
    precondition(!paths.isEmpty, "a picture is made of images")
    self.paths = paths
    self.image = image
    self.image.path = paths[0]
    self.onTop = onTop
    self.path = path ?? paths[0]
  }

  /// Names one image.
  public init(_ image: SourceImage) { self.init([image.path], readAs: image) }

  /// The images and the files that may be read to georeference them; nothing needs be there.
  package var files: some Sequence<String> {
    paths.lazy.flatMap { image(at: $0).files }
  }

  /// One of the images.
  func image(at path: String) -> SourceImage {
    var image = image
    image.path = path
    return image
  }

  /// Opens the images and finds where they are.
  ///
  /// Of several only what is needed to open them again is kept, so that memory and open files do not grow
  /// with what they hold.
  ///
  /// - Parameters:
  ///   - threads: How many threads open images.
  ///   - note: Told each file, in the order of the list, before anything is read of it but its fingerprint.
  /// - Returns: The picture and where it is.
  /// - Throws: ``RasterError``, ``GeoreferenceError`` or ``MosaicError``, for the first image in the list
  ///   that cannot be used.
  package func georeferenced(
    threads: Int, note: (SourceFile, SourceFingerprint) -> Void
  ) throws -> GeoreferencedImage {
    guard paths.count > 1 else {
      let file = try SourceFile(path: paths[0])
      note(file, try SourceFingerprint(file))
      return try image(at: paths[0]).georeferenced(file)
    }
    return try Mosaic(self, threads: threads, note: note).georeferenced()
  }
}

/// Why several images cannot be read as one.
public enum MosaicError: ReportableError, Hashable {
  /// One of them is drawn, not a raster.
  case drawing(path: String)
  /// The samples of one would be stretched by what it alone holds.
  case stretchedAlone(path: String)
  /// They are further apart than any mosaic is.
  case tooLarge(path: String, columns: Double, rows: Double)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .drawing(let path):
      FailureReport(
        .badInput, "a drawing cannot be one of several images", at: path,
        expected: "rasters: PNG, JPEG, WebP or TIFF",
        nextStep: "build it alone, or convert it to PNG")
    case .stretchedAlone(let path):
      FailureReport(
        .badInput, "the images would each be stretched by what they hold", at: path,
        expected: "one range for all of them, so that they match at their edges",
        nextStep: "give `stretch` as none or as two numbers")
    case .tooLarge(let path, let columns, let rows):
      FailureReport(
        .badInput, "the images are too far apart for one grid of pixels", at: path,
        found: "\(NumberText.brief(columns)) × \(NumberText.brief(rows)) pixels",
        expected: "at most \(Mosaic.longestSide) pixels along a side",
        nextStep: "check the placement of the images, or build those that are apart by themselves")
    }
  }
}
