import TileModel
import TilePyramid
import TileStorage

extension BuildOutput {
  /// Reads what the options say of the output of an image or a building.
  init(_ options: OutputOptions, resumes: Bool, expected: String = "a path") throws {
    guard let output = options.output else {
      throw UsageError.missing("--output", neededBy: "build", example: "--output tiles")
    }
    guard !output.isEmpty else {
      throw UsageError.invalidValue(option: "--output", found: "\"\"", expected: expected)
    }
    self = .directory(output)
    kind = try StoreFormat(newOutput: output)
    if options.update, options.overwrite {
      throw UsageError.conflict(
        ["--update", "--overwrite"], reason: "both replace what is there")
    }
    existing = options.update ? .update : options.overwrite ? .overwrite : .refuse
    keepsOthers = options.keepOthers
    hardLinks = options.hardLinks
    preview = options.preview
    self.resumes = resumes
  }
}
