import Foundation

/// Small WebP files of 16 × 16 pixels, made with libwebp.
package enum WebPSamples {
  package static let side = 16

  /// The alpha of the files that have one.
  package static func alpha(x: Int, y: Int) -> UInt8 { x < 4 ? 0 : UInt8(16 * y + 15) }

  /// Pixel (x, y) of the gradient that every file holds: red, green and blue.
  package static func colour(x: Int, y: Int) -> [UInt8] {
    [UInt8(16 * x + 7), UInt8(16 * y + 7), UInt8(8 * (x + y))]
  }

  private static func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }

  /// Lossless with the alpha of ``alpha(x:y:)``.
  package static let lossless = decoded(
    """
    UklGRmwAAABXRUJQVlA4TGAAAAAvD8ADEM2VIaL/sYtCFLz/YWESSZKkYUvPv+CbR0E16bZBEAjSBlvtbzICkbZN\
    c3T/bscIsm1xR/BPQBHw1qr8Bfg43QNlWpWkUz+lgZUGVhpYaWClgZUGVhpYaWClgQU=
    """)

  /// Lossy, quality 95, opaque.
  package static let lossy = decoded(
    """
    UklGRnIAAABXRUJQVlA4IGYAAABQAwCdASoQABAAAIAIJbACdLoBQAPsA3QDR/0eADo4uMGKAAD+//6gWmH1pzNa\
    +qZ34+DeZ+PS8C2G+OURiq1m0w4fQIjQdqwEj8vd9b0dfnzA/+KvPk9yt//gnC4/kbRZtXyAAAA=
    """)

  /// Lossy, quality 95, with the alpha of ``alpha(x:y:)``.
  package static let lossyAlpha = decoded(
    """
    UklGRqwAAABXRUJQVlA4WAoAAAAQAAAADwAADwAAQUxQSBkAAAAJFyAQSGETHBHhQJBt0/ubTPUCEf0PQ/UDAFZQ\
    OCBsAAAAUAMAnQEqEAAQAACACCWwAnS6ATYBugGj/tsAE3ZyUvglVMAA/v9w/uy0aACQi3zYMdyt2Nex1tCq/6hH\
    /tWf/Xw9fTx8W5kp0Har0f2n+h6m//1HSzr/8Q542P5HT/+Cd7q3HU37o6Wd5wAA
    """)

  /// Two frames.
  package static let animated = decoded(
    """
    UklGRvIAAABXRUJQVlA4WAoAAAACAAAADwAADwAAQU5JTQYAAAAAAAAAAABBTk1GXAAAAAAAAAAAAA8AAA8AAGQA\
    AAJWUDggRAAAANABAJ0BKhAAEAABQCYlsAADYv4bL3zYAP7+Xa8miEWzYnPXGULhQ6R27vT+T3Jc5yjf740f/5em\
    eq//+qZxzXf74MAAQU5NRmIAAAAAAAAAAAAPAAAPAABkAAAAVlA4IEoAAAD0AQCdASoQABAAAAAmJbAAA18e46L5\
    LgAA/uZNW2CHayN1vU4k+Z3AjqeR/IbXnnvw0j+mLGmH//q9J9RJ+7Xg/wXafeXZugAAAA==
    """)
}
