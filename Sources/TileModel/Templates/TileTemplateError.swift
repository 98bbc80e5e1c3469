/// A reason that a template cannot name tiles.
public enum TileTemplateError: ReportableError, Hashable {
  /// A fault of a path template.
  public enum PathFault: String, Hashable, Sendable, CaseIterable {
    /// It begins with a slash.
    case absolute = "is absolute"
    /// Two slashes meet, or it ends with one.
    case emptyComponent = "has an empty component"
    /// A component is `.` or `..`.
    case dotComponent = "has a component . or .."
    /// It holds a backslash.
    case backslash = "holds a backslash"
    /// It holds a control character or a line separator.
    case controlCharacter = "holds a control character"
    /// A component can be longer than 255 bytes.
    case longComponent = "has a component that can exceed 255 bytes"
    /// It puts tiles where layer documents go.
    case documentName = "can collide with a layer document"
  }

  /// A `{` has no `}`.
  case unclosedPlaceholder(String)
  /// A `}` has no `{`.
  case unopenedPlaceholder(String)
  /// A placeholder is not one of those known.
  case unknownPlaceholder(String, in: String)
  /// A part of the address is not named.
  case missingPlaceholder(String, in: String)
  /// A placeholder follows another with nothing but digits between.
  case ambiguous(String, in: String)
  /// `{floor}` has no value.
  case missingFloor(in: String)
  /// The value of a placeholder cannot be used in this place.
  case unusableValue(String, for: String, in: String)
  /// A path ends in the extension of another format than the tiles have.
  case otherFormat(String, of: String, in: String)
  /// A path could leave the output folder or cannot exist.
  case unsafePath(PathFault, in: String)
  /// A URL template is not a URL, for the stated reason.
  case notAURL(String, String, nextStep: String)
  /// A URL does not name files beside its document.
  case notAPath(String)
  /// A template does not say where `@2x` belongs in the names of tiles of 512 samples.
  case retinaUnplaced(String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .unclosedPlaceholder(let text):
      FailureReport(
        .badInput, "a { in the template has no }", found: text,
        nextStep: "close the placeholder, as in {z}/{x}/{y}.png")
    case .unopenedPlaceholder(let text):
      FailureReport(
        .badInput, "a } in the template has no {", found: text,
        nextStep: "open the placeholder, as in {z}/{x}/{y}.png")
    case .unknownPlaceholder(let name, let text):
      FailureReport(
        .badInput, "the template has an unknown placeholder {\(name)}", found: text,
        expected: "{z}, {x}, {y}, {floor} or {ext}", nextStep: "correct the placeholder")
    case .missingPlaceholder(let name, let text):
      FailureReport(
        .badInput, "the template does not name {\(name)}, so tiles would share a name", found: text,
        expected: "{z}, {x} and {y}, as in"
          + " \(text.contains("://") ? "https://example.com/" : ""){z}/{x}/{y}.png",
        nextStep: "add {\(name)} to the template")
    case .ambiguous(let name, let text):
      FailureReport(
        .badInput,
        "nothing sets {\(name)} apart from the placeholder before it, so tiles would share a name",
        found: text, expected: "a character that is no digit between any two placeholders",
        nextStep: "put a / or _ before {\(name)}")
    case .missingFloor(let text):
      FailureReport(
        .badInput, "the template has {floor}, but no floor is given", found: text,
        nextStep: "pass `floor`, or remove {floor} from the template")
    case .unusableValue(let value, let name, let text):
      FailureReport(
        .badInput, "the value of {\(name)} cannot be part of the name of a file or URL",
        at: text, found: value.debugDescription,
        expected: "text that is neither empty nor . or .., without slashes, backslashes, braces "
          + "and control characters, of 255 bytes at most",
        nextStep: "choose another `\(name == "ext" ? "format" : name)`")
    case .otherFormat(let ending, let format, let text):
      FailureReport(
        .badInput, "the path template names tiles of another format",
        found: ".\(ending) in \(text)", expected: "tiles of the format \(format)",
        nextStep: "end `tilePath` in {ext}, or in .\(format)")
    case .unsafePath(let fault, let text):
      FailureReport(
        .badInput, "the path template \(fault.rawValue)", found: text.debugDescription,
        expected: "a path inside the output folder, such as {z}/{x}/{y}.{ext}",
        nextStep: "correct `tilePath`")
    case .notAURL(let text, let reason, let nextStep):
      FailureReport(
        .badInput, "the URL template is not a URL: \(reason)", found: text.debugDescription,
        expected: "a URL such as https://example.com/{z}/{x}/{y}.png", nextStep: nextStep)
    case .notAPath(let text):
      FailureReport(
        .badInput, "the URL does not name files beside its document", found: text,
        expected: "a relative URL such as {z}/{x}/{y}.png",
        nextStep: "read the tiles from where the URL points")
    case .retinaUnplaced(let text):
      FailureReport(
        .badInput, "the template does not say where @2x belongs in the names of retina tiles",
        found: text, expected: "{r}, which stands for @2x or for nothing",
        nextStep: "put {r} into the template")
    }
  }
}
