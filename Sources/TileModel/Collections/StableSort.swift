extension Array {
  package func stablySorted(_ isBefore: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { a, b in
      if isBefore(a.element, b.element) { return true }
      return !isBefore(b.element, a.element) && a.offset < b.offset
    }.map(\.element)
  }
}
