import Foundation

/// WebP files of 24 × 16 pixels that hold gradients, made with libwebp.
package enum SmallWebP {
  package static let width = 24
  package static let height = 16

  /// The alpha of the files that have one.
  package static func alpha(x: Int, y: Int) -> UInt8 { x < 4 ? 0 : UInt8(15 * y + 15) }

  private static func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }

  /// Lossless with alpha.
  package static let lossless = decoded(
    """
    UklGRmIAAABXRUJQVlA4TFYAAAAvF8ADEE0sQ0T/I1nEQAx4/8OyDEjbNpLZw99/4i97GimKJKmZy4AZ/MvKb7VtGz\
    m8VN7+m37oBAIpbIInAKrO3I1RBs+gupxBrdBWEnwrH8IKWMz6KA==
    """)

  /// Lossy, opaque.
  package static let lossy = decoded(
    """
    UklGRooAAABXRUJQVlA4IH4AAADQBACdASoYABAAPjEWiUKiISEYBAAgAwS2AE6ZQjubwD8SeEBvAADOcQ6w5UJWAA\
    D+/2lq9v6rEpJqfbWgtHSmnpE9l/+udzM1fkW4Ki/1JUyyU543DCHMz6U1iLKFBGLe2O5MvC8VcEEjjHK6HXPI9EZV\
    AyHULu8Ul+LmAAA=
    """)

  /// Lossy with alpha.
  package static let lossyAlpha = decoded(
    """
    UklGRrAAAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAQUxQSBcAAAAJDzAPERGCMNtoCPOnPIP9jyCi/yGsngBWUDggcg\
    AAAPAEAJ0BKhgAEAAuJRiMRhEREQEAEiWwAnTKEdzek/gB+Mz9AFgACtDlV1QbzFR9YgD+/woK6V/BJTMWgfPVxfB7\
    VUlJ6ANfNJqvZNrOnxmM/v+afOwY82/iq/O+r3LDUhMSDP7+bTPnSRq99LK/skAAAA==
    """)

  /// Two frames.
  package static let animated = decoded(
    """
    UklGRioBAABXRUJQVlA4WAoAAAACAAAAFwAADwAAQU5JTQYAAAAAAAAAAABBTk1GggAAAAAAAAAAABcAAA8AAGQAAA\
    JWUDggagAAABAEAJ0BKhgAEAAuTTabTaEkJCQEAExLYATplCO5vSfwzAdEe/81bryAAP7+d1uHe0ZgmJvvZeOXsGvD\
    +LCOZAOG+U3Lp6P/aT8GjRWDBo+Ub/Lov2XgRKHPWT+dXpDEKeBG2W+Cd/RgAABBTk1GdAAAAAAAAAAAABcAAA8AAG\
    QAAABWUDggXAAAALQDAJ0BKhgAEAAuTTabTYAABMS2AE6ZQjub0kBwxFq17a1Z8OLgAP7pr2NYVhlcFAW/4EakyCwo\
    TlI7R1Thi/9mIJK2GPJjNmirmzPsShXBA9OjolNg1VoPxEAA
    """)
}
