import Foundation
import TileImaging
import TileLayers
public import UIKitCompatibility

/// The image that stands for no tile.
///
/// It is distinguished by identity: another image, even an equal one, is a tile.
public let kGMSTileLayerNoTile = UIImage()

extension TileAnswer<EncodedTile> {
  init(_ image: UIImage?) {
    guard let image else {
      self = .unavailable(.other("the layer has no tile for now"))
      return
    }
    if image === kGMSTileLayerNoTile {
      self = .absent
    } else if let file = image.encoded {
      self = .tile(EncodedTile(file))
    } else {
      self = .unavailable(.other("the layer's image has no pixels"))
    }
  }

  var image: UIImage? {
    switch self {
    case .tile(let tile): UIImage(data: Data(tile.bytes))
    case .absent: kGMSTileLayerNoTile
    case .unavailable: nil
    }
  }
}

extension UIImage {
  fileprivate var encoded: [UInt8]? {
    #if os(iOS) || os(tvOS) || os(visionOS)
      pngData().map { [UInt8]($0) }
    #else
      file ?? pngData().map { [UInt8]($0) }
    #endif
  }

  var pixels: RGBAImage? {
    #if os(iOS) || os(tvOS) || os(visionOS)
      do throws(ImageCodecError) {
        return try pngData().map { (data) throws(ImageCodecError) in
          try TileDecoder.decode([UInt8](data))
        }
      } catch {
        return nil
      }
    #else
      samples.width > 0 && samples.height > 0 ? samples : nil
    #endif
  }
}
