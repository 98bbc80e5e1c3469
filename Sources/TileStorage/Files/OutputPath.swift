import Hashing

/// The path of an output, split into the folder that holds it and its name.
struct OutputPath {
  /// Without trailing slashes.
  let path: String
  let folder: String
  let name: String

  init(_ text: String) {
    var text = text
    while text.count > 1, text.hasSuffix("/") { text.removeLast() }
    path = text
    if let slash = text.lastIndex(of: "/") {
      folder = slash == text.startIndex ? "/" : String(text[..<slash])
      name = String(text[text.index(after: slash)...])
    } else {
      folder = "."
      name = text
    }
  }

  func sibling(suffix: String) -> String {
    // A name may have 255 bytes; a long one is distinguished by its hash.
    let stem =
      name.utf8.count <= 200 ? name : String(Hash128(hashing: Array(name.utf8)).low, radix: 16)
    return "\(folder)/.\(stem).tilepyramid-\(suffix)"
  }
}
