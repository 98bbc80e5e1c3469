/// Placeholder.
enum Stub {}
