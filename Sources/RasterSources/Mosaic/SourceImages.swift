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
}
