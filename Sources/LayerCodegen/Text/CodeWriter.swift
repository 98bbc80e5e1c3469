/// Lines of source code.
struct CodeWriter {
  private(set) var text = ""

  /// Adds the lines of `text`, indented by `level` times two spaces; empty lines stay empty.
  mutating func write(_ text: String, indent level: Int = 0) {
    let indentation = String(repeating: "  ", count: level)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      self.text += line.isEmpty ? "\n" : indentation + line + "\n"
    }
  }
}
