/// The version of the program, which unfinished builds are bound to.
enum ProgramVersion {
  static let text = "0.1.0"
}
