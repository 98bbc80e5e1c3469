/// What a build reports while it runs.
public enum BuildEvent: Hashable, Sendable {
  /// An earlier build's work cannot be used; `floor` names the floor of a building whose work it is.
  case discarded(reason: String, floor: String?)
  /// The build begins where an earlier one was, `0...1` and with so many tiles as far as that is known;
  /// `nil` when it begins with nothing.
  case began(resumedAt: Double?, tileCount: Int?)
  /// How far the build is, of all of its work; the last one has the fraction 1.
  case progress(BuildProgress)
}
