import TilePyramid

/// The options of the command line by the names that the libraries' messages have for them.
enum OptionNames {
  private static let others = [
    "client": "--client", "edit": "--edit", "hardLinks": "--hard-links", "indoor": "--indoor",
    "keepsOthers": "--keep-others", "memoryLimit": "--memory-limit", "module": "--module",
    "overwrite": "--overwrite", "package": "--package", "preview": "--preview",
    "resumes": "--resume", "scratch": "--temp-dir", "update": "--update",
  ]

  static func applied(to text: String) -> String {
    Setting.naming(text) { parameter in
      others[parameter] ?? Setting.names(of: parameter, mark: "--")
    }
  }
}
