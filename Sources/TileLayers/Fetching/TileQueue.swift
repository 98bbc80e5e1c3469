import TileModel

/// Tiles in order of arrival, each at most once; removal takes constant time.
struct TileQueue: Sendable {
  private var entries: [(tile: TileCoordinate, ticket: Int)] = []
  private var head = 0
  private var tickets: [TileCoordinate: Int] = [:]
  private var nextTicket = 0

  mutating func append(_ tile: TileCoordinate) {
    guard tickets[tile] == nil else { return }
    tickets[tile] = nextTicket
    entries.append((tile, nextTicket))
    nextTicket += 1
  }

  mutating func remove(_ tile: TileCoordinate) {
    tickets[tile] = nil
    // Callers who come and go while nothing is taken out must not make the list grow for ever.
    if entries.count - head > 2 * tickets.count + 64 {
      entries.removeFirst(head)
      entries.removeAll { tickets[$0.tile] != $0.ticket }
      head = 0
    }
  }

  mutating func popFirst() -> TileCoordinate? {
    while head < entries.count {
      let entry = entries[head]
      head += 1
      if head == entries.count || head > 1024 {
        entries.removeFirst(head)
        head = 0
      }
      // An entry whose tile was removed, and perhaps appended again, no longer counts.
      if tickets[entry.tile] == entry.ticket {
        tickets[entry.tile] = nil
        return entry.tile
      }
    }
    return nil
  }
}
