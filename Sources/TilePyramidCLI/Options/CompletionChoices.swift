import ArgumentParser

extension CompletionKind {
  /// The names of a choice, for shells.
  static func choices<Choice: RawRepresentable & CaseIterable>(
    _: Choice.Type
  ) -> CompletionKind where Choice.RawValue == String {
    .list(Choice.allCases.map(\.rawValue))
  }
}
