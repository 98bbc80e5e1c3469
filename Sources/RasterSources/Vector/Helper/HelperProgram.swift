#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program of the system that draws or describes vector plans.
struct HelperProgram: Hashable, Sendable {
  /// Its name.
  let name: String
  /// Its absolute path.
  let path: String

  /// Looks for a program in folders separated by colons.
  ///
  /// Only absolute folders count: a program that happens to lie where the user stands is not run.
  init?(named name: String, searchPath: String?) {
    let folders = searchPath ?? Self.variable("PATH") ?? ""
    for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 {
        self.name = name
        self.path = path
        return
      }
    }
    return nil
  }

  /// A variable of the environment.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The environment of this process without its language, so that programs speak and count alike
  /// everywhere.
  static var environment: [String] {
    var result = ["LC_ALL=C"]
    var entry = environ
    while let text = entry.pointee {
      let variable = String(cString: text)
      if !["LC_", "LANG=", "LANGUAGE="].contains(where: variable.hasPrefix) {
        result.append(variable)
      }
      entry += 1
    }
    return result
  }

  /// An absolute form of a path, which no program can take for an option.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return "./\(path)" }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }
}
