public import Drawings
import RasterSources
/// Images of one picture, with their painting order.
public struct SourceImages: Hashable, Sendable {
  /// Painting order of images that overlap.
  ///
  /// Ties go to the later image in the list.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// The later in the list is on top, as in a mosaic of GDAL.
    case last
    /// The earlier in the list is on top.
    case first
    /// The one with the smallest pixels on the ground is on top.
    case finest
    /// The one with the latest modification time is on top.
    case newest
  }

  /// The images, at least one.
  public let images: [ListedImage]
  /// The lists that name them.
  public var lists: [String] = []
  /// Reading options of all images, and the placement of a single one.
  ///
  /// Its path is that of the first image.
  public var image: SourceImage
  /// Painting order.
  public var onTop: Order
  /// Feather distance from the edges of overlapping images, in pixels of the deepest zoom.
  ///
  /// 0 or less is none. At most the side of a tile counts.
  public var featherWidth = 0
  /// Path of all images in messages, which also names the layer.
  ///
  /// It is the folder or the list, or else the path of the first image.
  public var path: String

  /// Names images that are read alike.
  ///
  /// Each is placed by its list, its sidecars or its tags. A single image may have a placement of its own.
  ///
  /// - Parameters:
  ///   - images: The images; at least one.
  ///   - image: Reading options of each image, and the placement of a single one. Its path is
  ///     not used.
  ///   - onTop: The painting order.
  ///   - path: The path of all images, `nil` for that of the first.
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

  package var isOneImage: Bool { images.count == 1 && images[0].statement == .none }

  /// Credit lines of the images from their lists, without repetitions.
  ///
  /// `nil` where no list has one.
  package var attribution: String? {
    var known: Set<String> = []
    let all = images.compactMap { image in
      image.attribution.flatMap { known.insert($0).inserted ? $0 : nil }
    }
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  /// Whether a list clips any of them.
  package var hasCutImages: Bool {
    images.contains { if case .cut = $0.statement { true } else { false } }
  }

  package var files: some Sequence<String> {
    (0...images.count).lazy.flatMap { index in
      index == 0 ? lists : images[index - 1].image(like: image).files
    }
  }
}
