import Foundation
import Testing
import TilePyramidTesting

@Suite("Completion in bash")
struct CompletionTests {
  /// Words after the program's name, the last of which is completed, and what is offered in a folder of
  /// files of many kinds and the folder `tiles`.
  private static let cases: [(words: [String], offered: Set<String>)] = [
    (["conv"], ["convert"]),
    (["build", "--form"], ["--format"]),
    (["build", "--format", ""], ["png", "jpeg", "webp", "avif", "hybrid"]),
    (["build", "--format", "w"], ["webp"]),
    (["build", "--overview-resampling", ""], ["average", "nearest", "darken", "keep"]),
    (["layers", "tiles", "--client", "swift"], ["swift", "swift-mapkit"]),
    (["verify", "--format", ""], ["text", "json", "junit"]),
    (["build", ""], ["tiles", "plan.png", "SCAN.TIF", "building.yml", "index.json"]),
    (["georeference", ""], ["tiles", "plan.png", "SCAN.TIF"]),
    (["serve", ""], ["tiles", "store.mbtiles", "index.json"]),
    (["building", "init", ""], ["tiles"]),
    (["build", "plan.png", "--kml", ""], ["tiles", "place.kml"]),
    (["build", "plan.png", "--gcp-file", "no"], ["notes.txt"]),
  ]

  @Test("Tab offers subcommands, options, their values, and files of the kinds that are read")
  func offered() throws {
    let workspace = try Workspace()
    for file in [
      "plan.png", "SCAN.TIF", "building.yml", "index.json", "store.mbtiles", "place.kml",
      "notes.txt",
    ] {
      try workspace.write([UInt8](), as: file)
    }
    try workspace.makeFolder("tiles")
    let script = try workspace.succeed("--generate-completion-script bash")
    let bash = CommandProbe(
      executable: URL(fileURLWithPath: "/bin/bash"), directory: workspace.directory.url)
    for (words, offered) in Self.cases {
      let quoted = (["tilepyramid"] + words).map { "'\($0)'" }.joined(separator: " ")
      let ask = #"""
        COMP_WORDS=(\#(quoted)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
        _tilepyramid tilepyramid "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        printf '%s\n' "${COMPREPLY[@]}"
        """#
      let result = try bash.run(["-c", script.output + "\n" + ask])
      #expect(Set(result.output.split(separator: "\n").map(String.init)) == offered, "\(words)")
    }
  }
}
