public import RasterSources

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

  /// The images; at least one.
  public let images: [ListedImage]
  /// The lists that name them.
  public var lists: [String] = []
  /// How every image is read and, if there is one alone, where it is; its path is that of the first.
  public var image: SourceImage
  /// Which of them lies on top.
  public var onTop: Order
  /// Over how many samples of the deepest zoom's tiles images are blended where several show something,
  /// from where each ends; 0 or less for none, and at most the side of a tile counts.
  public var featherWidth = 0
  /// What stands for all of them in messages and gives the layer its name: the folder or the list that
  /// names them, or the path of the first.
  public var path: String

  /// Names images that are read alike.
  ///
  /// - Parameters:
  ///   - images: The images; at least one.
  ///   - image: How each of them is read; its path is not used. Each is placed by its list, by what is
  ///     beside it or in its tags, unless there is one alone.
  ///   - onTop: Which of them lies on top.
  ///   - path: What stands for all of them; `nil` for the path of the first.
  public init(
    _ images: [ListedImage], readAs image: SourceImage, onTop: Order = .last, path: String? = nil
  ) {
    precondition(!images.isEmpty, "a picture is made of images")
    self.images = images
    self.image = image
    self.image.path = images[0].path
    self.onTop = onTop
    self.path = path ?? images[0].path
  }

  /// Names the images of a listing, as ``init(_:readAs:onTop:path:)`` does.
  public init(
    _ listing: ImageListing, readAs image: SourceImage, onTop: Order = .last, path: String
  ) {
    self.init(listing.images, readAs: image, onTop: onTop, path: path)
    lists = listing.files
  }

  /// Names images by their paths, as ``init(_:readAs:onTop:path:)`` does.
  public init(
    _ paths: [String], readAs image: SourceImage, onTop: Order = .last, path: String? = nil
  ) { self.init(paths.map { ListedImage($0) }, readAs: image, onTop: onTop, path: path) }

  /// Names one image.
  public init(_ image: SourceImage) { self.init([ListedImage(image.path)], readAs: image) }

  /// Whether there is one image, which is read as a file of its own.
  public var isOneImage: Bool { images.count == 1 && images[0].statement == .none }

  /// Who must be credited for the images, as their lists say, each once; `nil` where none says it.
  public var attribution: String? {
    var known: Set<String> = []
    let all = images.compactMap { image in
      image.attribution.flatMap { known.insert($0).inserted ? $0 : nil }
    }
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  /// Whether a list cuts any of them.
  public var hasCutImages: Bool {
    images.contains { if case .cut = $0.statement { true } else { false } }
  }

  /// The images, their lists and the files that may be read to georeference them; nothing needs be there.
  package var files: some Sequence<String> {
    (0...images.count).lazy.flatMap { index in
      index == 0 ? lists : images[index - 1].image(like: image).files
    }
  }
}
