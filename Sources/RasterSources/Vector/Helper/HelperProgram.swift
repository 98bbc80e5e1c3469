import Platform

/// A program of the system that draws or describes vector plans.
struct HelperProgram: Hashable, Sendable {
  /// Its name.
  let name: String
  /// Its absolute path.
  let path: String

  /// Looks for a program in folders separated by colons.
  ///
  /// Only absolute folders count: a program that happens to be in the current folder is not run.
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

  /// The variables that programs need: where other programs, libraries, fonts and their caches are.
  ///
  /// The rest of this process's environment is none of their business.
  private static let neededVariables = [
    "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    "FONTCONFIG_SYSROOT", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    "XDG_CACHE_HOME",
  ]

  /// The environment of programs, in which they speak and count alike everywhere.
  static var environment: [String] {
    ["LC_ALL=C"] + neededVariables.compactMap { name in variable(name).map { "\(name)=\($0)" } }
  }
}
