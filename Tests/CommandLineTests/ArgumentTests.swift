import Foundation
import Testing
import TilePyramidTesting

@Suite("Arguments")
struct ArgumentTests {
  @Test(
    "Help and version go to standard output and succeed",
    arguments: [
      "--help", "-h", "help", "--version", "build --help", "info -h", "georeference --help",
      "layers --help", "help build",
    ])
  func requestsSucceed(arguments: String) throws {
    let result = try Workspace().succeed(arguments)
    #expect(!result.output.isEmpty)
    #expect(result.errors.isEmpty)
  }

  @Test(
    "A command without its subcommand shows the help on standard error and exits with 2",
    arguments: ["", "building"])
  func missingSubcommand(arguments: String) throws {
    try Workspace().fail(arguments, saying: "USAGE")
  }

  @Test("An argument that is not UTF-8 exits with 2 and is shown with its bytes")
  func notUTF8() throws {
    let workspace = try Workspace()
    let result = try workspace.runInShell(#"tilepyramid info "$(printf 'pl\344n.png')""#)
    #expect(result.end == .exit(2))
    #expect(result.errors.contains(#"pl\xE4n.png"#), "\(result.errors)")
  }

  @Test(
    "Where /proc cannot be read the arguments count all the same",
    .enabled(if: FaultyReading.compiler != nil))
  func withoutProc() throws {
    let workspace = try Workspace()
    try FaultyReading.compile(Self.withoutProc, to: "shim.so", in: workspace.directory)
    let sandbox = try Workspace(environment: ["LD_PRELOAD": workspace.directory.path("shim.so")])
    let result = try sandbox.run("verify missing")
    #expect(result.end != .exit(0))
    #expect(result.errors.contains("missing"), "\(result.errors)")
    try sandbox.succeed(["--version"])
  }

  @Test(
    "A mistyped subcommand is answered with the one that was meant",
    arguments: [
      ("bulid", "build"), ("vrify", "verify"), ("Info", "info"), ("snapshots", "snapshot"),
      ("georefrence", "georeference"),
    ])
  func suggestions(word: String, meant: String) throws {
    try Workspace().fail([word, "plan.png"], saying: "did you mean tilepyramid \(meant)?")
  }

  @Test("A word that is like no subcommand gets no suggestion")
  func noSuggestion() throws {
    let result = try Workspace().fail(["plan.png"])
    #expect(!result.errors.contains("did you mean"), "\(result.errors)")
  }

  @Test("Shells complete the values of choices", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let result = try Workspace().succeed(["--generate-completion-script", shell])
    for value in ["hybrid", "smallest", "darken", "polynomial2", "leaflet", "warning"] {
      #expect(result.output.contains(value), "\(value)")
    }
  }

  @Test("The version names the libraries")
  func version() throws {
    let lines = try Workspace().run(["--version"]).output.split(separator: "\n")
    #expect(lines.first?.contains(" ") == false)
    for library in [
      "libpng", "libjpeg-turbo", "libwebp", "libavif", "libtiff", "libdeflate", "PROJ", "SQLite",
    ] {
      let line = lines.first { $0.hasPrefix(library + " ") }
      #expect(line?.last?.isNumber == true, "\(library)")
    }
  }

  /// A library that hides /proc/self from the program that it is loaded into.
  private static let withoutProc = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <string.h>
    static int hidden(const char *path) { return strncmp(path, "/proc/", 6) == 0; }
    #define OPEN(name) \
      int name(const char *path, int flags, ...) { \
        va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list); \
        if (hidden(path)) { errno = ENOENT; return -1; } \
        return ((int (*)(const char *, int, int))dlsym(RTLD_NEXT, #name))(path, flags, mode); }
    OPEN(open)
    OPEN(open64)
    #define FOPEN(name) \
      FILE *name(const char *path, const char *mode) { \
        if (hidden(path)) { errno = ENOENT; return NULL; } \
        return ((FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, #name))(path, mode); }
    FOPEN(fopen)
    FOPEN(fopen64)
    """#

  @Test(
    "Errors in the arguments exit with 2 and say nothing on standard output",
    arguments: [
      "frobnicate", "--frobnicate", "build", "build plan.png", "build -o out",
      "build plan.png -o out --frobnicate", "build plan.png -o",
      "build plan.png building.yml -o out", "build plan.png -o out --threads two",
      "build plan.png -o out --z-index 1.5", "layers out", "info",
    ])
  func argumentErrors(arguments: String) throws {
    let result = try Workspace().fail(arguments)
    #expect(!result.errors.isEmpty)
  }

  @Test(
    "Values that an option does not take exit with 2 and name the option and what it takes",
    arguments: [
      ("--min-zoom", "31", "0 to 30"), ("--min-zoom", "-1", "0 to 30"),
      ("--max-zoom", "deep", "auto"), ("--zoom-rounding", "sideways", "up, nearest, down"),
      ("--tile-size", "300", "256 or 512"), ("--scheme", "zyx", "xyz, tms"),
      ("--format", "gif", "png"), ("--effort", "max", "fast, balanced, smallest"),
      ("--resampling", "magic", "lanczos"), ("--overview-resampling", "magic", "darken"),
      ("--overview-light", "magic", "srgb, linear"), ("--color", "srgb", "convert, keep"),
      ("--threads", "0", "1 to 1024"), ("--memory-limit", "lots", "512M"),
      ("--memory-limit", "0", "512M"), ("--memory-limit", "99999999999G", "512M"),
      ("--memory-limit", "-1G", "512M"), ("--max-tiles", "0", "1 or more"),
      ("--progress", "loud", "auto, bar, plain, json, none"), ("--opacity", "1.5", "0 to 1"),
      ("--opacity", "nan", "0 to 1"), ("--type", "base", "overlay, baselayer"),
      ("--tileset-version", "1", "three numbers"), ("--z-index", "9999999999", "32 bits"),
      ("--path", "{z}/{x}.png", "{y}"), ("--path", "../{z}/{x}/{y}.png", "{z}/{x}/{y}"),
      ("--path", "L{floor}_{z}_{x}_{y}.png", "--floor"), ("--url", "ftp://a/{z}/{x}/{y}", "http"),
    ])
  func invalidValues(option: String, value: String, hint: String) throws {
    let workspace = try Workspace()
    try workspace.fail(AlignedPlan.build(to: "out") + [option, value], saying: hint)
  }

  @Test(
    "Outputs named like files of other formats are refused before anything is read",
    arguments: ["versatiles", "mbtile", "zip", "VTPK", "tar", "tpkx", "pmtiles.gz", "json", "png"])
  func otherFormats(ending: String) throws {
    let workspace = try Workspace()
    try workspace.write("name: M\nfloors: []\n".utf8, as: "b.yml")
    for input in [["plan.png"] + AlignedPlan.placement, ["b.yml"]] {
      let result = try workspace.fail(["build"] + input + ["-o", "out.\(ending)"])
      let last = ending.lowercased().split(separator: ".").last ?? ""
      #expect(
        result.errors.contains("out.\(ending): tiles cannot be written as a .\(last) file"),
        "\(result.errors)")
      #expect(result.errors.contains("a file ending in .pmtiles, .gpkg or .mbtiles"))
    }
    #expect(workspace.entries == ["b.yml"])
  }

  @Test("Two explicit ways to place an image exit with 2 and are both named")
  func twoWays() throws {
    let ways = [
      ["--world-file", "w.pgw"], ["--bounds", "1,2,3,4"], ["--corners", "2,1 2,3 1,3 1,1"],
      ["--gcp", "0,0,1,1"], ["--gcp-file", "f.points"], ["--kml", "f.kml"],
      ["--anchor", "1,2", "--metres-per-pixel", "1"],
    ]
    let workspace = try Workspace()
    for (first, second) in zip(ways, ways.dropFirst() + ways.prefix(1)) {
      try workspace.fail("build plan.png -o out", first + second, saying: first[0], second[0])
    }
  }

  @Test(
    "An option without the one it belongs to exits with 2",
    arguments: [
      ("--anchor 1,2", "--metres-per-pixel"), ("--bearing 3", "--anchor"),
      ("--metres-per-pixel 1", "--anchor"), ("--anchor-pixel 1,1", "--anchor"),
      ("--bounds 1,2,3,4 --transform affine", "--gcp"),
    ])
  func missingCompanion(arguments: String, named: String) throws {
    try Workspace().fail("build plan.png -o out \(arguments)", saying: "add \(named)")
  }

  @Test("Options about folders, and tiles of two formats, are refused for MBTiles")
  func mbtilesOptions() throws {
    for (options, words) in [
      ("--path {z}/{x}/{y}.png", "--path"), ("--hard-links", "--hard-links"),
      ("--format hybrid", "one format for all tiles"),
    ] {
      try Workspace().fail(AlignedPlan.build(to: "out.mbtiles") + options.words, saying: words)
    }
  }

  @Test(
    "Values that begin with a minus sign are values",
    arguments: [
      ["--bounds", "-122.5,37.7,-122.4,37.8"],
      ["--corners", "-33.8,151.2 -33.8,151.3 -33.9,151.3 -33.9,151.2"],
      ["--anchor", "-33.8,151.2", "--metres-per-pixel", "1", "--bearing", "-20"],
      ["--anchor", "-33.8,-70.5", "--anchor-pixel", "-5,-6", "--metres-per-pixel", "1"],
      ["--gcp=-10,-10,-33.8,-70.5", "--gcp=600,0,-33.8,-70.4"],
      ["--gcp", "-10,-10,-33.8,-70.5", "--gcp", "600,0,-33.8,-70.4", "--gcp", "0,9,-33.9,-70.5"],
      ["--bounds", "-1,-1,1,1", "--z-index", "-3"],
    ])
  func negativeValues(arguments: [String]) throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.succeed("build plan.png -o out --dry-run", arguments)
  }

  @Test("Every option of one value is refused when it is given twice, and no other")
  func repeatedOptions() throws {
    let workspace = try Workspace()
    var single = 0
    for command in try ProgramHelp.commands(in: workspace) {
      let options = command.arguments.filter { $0.kind == "option" }
      let missing = command.arguments.filter { $0.kind == "positional" && !$0.isOptional }
        .map { _ in "missing" }
      /// Gives options twice, by any of their names, with the value behind it or attached.
      func run(_ given: [ProgramHelp.Argument]) throws -> CommandProbe.Result {
        let once = options.filter { !$0.isOptional }
        let again = given.map { ($0.names ?? []).map(\.text) }.flatMap { names in
          names.count > 1 ? [names[1], "1"] : ["\(names[0])=1"]
        }
        let first = once + given.filter(\.isOptional)
        return try workspace.run(
          command.words + missing + first.flatMap { ["\($0.names?.first?.text ?? "")", "1"] }
            + again)
      }
      let singles = options.filter { !$0.isRepeating }
      let names = singles.compactMap { $0.preferredName?.text }
      #expect(names.count == singles.count)
      single += names.count
      if let first = names.first {
        // One message is of all of them.
        let result = try run(singles)
        #expect(result.end == .exit(2))
        #expect(
          result.errors.contains("\(first) is given 2 times, and takes one value"),
          "\(result.errors)")
        let others = names.dropFirst().joined(separator: ", ")
        #expect(
          result.errors.contains(
            "keep one of them" + (others.isEmpty ? "\n" : ", and one of \(others)\n")),
          "\(command.words): \(result.errors)")
      }
      for option in options where option.isRepeating {
        let result = try run([option])
        #expect(!result.errors.contains("times, and takes one value"), "\(result.errors)")
      }
    }
    #expect(single > 200)
    #expect(workspace.entries.isEmpty)
  }

  @Test(
    "An option is repeated only where the parser takes it for one",
    arguments: [
      // A value that looks like an option, and what follows the mark that ends options.
      (["--crs", "--crs", "missing.png"], false), (["--name=--name", "missing.png"], false),
      (["--crs", "EPSG:3857", "--", "--crs"], false),
      (["--json", "--json", "missing.png"], false),
      (["--gcp", "--gcp", "--gcp", "1,2,3,4", "missing.png"], false),
      (["--bounds", "--crs", "--crs", "EPSG:3857", "missing.png"], false),
      (["--crs", "--bounds", "--crs", "EPSG:3857", "missing.png"], false),
      (["--crs=", "EPSG:3857", "--crs", "EPSG:4326", "missing.png"], true),
      (["--output", "again", "missing.png"], true), (["-o=again", "missing.png"], true),
    ])
  func repetition(arguments: [String], isRepeated: Bool) throws {
    let result = try Workspace().run("build -o out", arguments)
    #expect(result.end != .exit(0))
    #expect(result.errors.contains("times, and takes one value") == isRepeated, "\(result.errors)")
  }

  @Test("A reader that has gone away, or was never there, is a success")
  func closedOutput() throws {
    let workspace = try Workspace()
    // With pipefail the status of a pipeline is that of the program when `true` succeeds.
    for command in ["build --help >&-", "build --help | true", "--version >&-"] {
      let result = try workspace.runInShell("set -o pipefail; tilepyramid \(command)")
      #expect(result.end == .exit(0) && result.errors.isEmpty, "\(command): \(result.errors)")
    }
  }
}
