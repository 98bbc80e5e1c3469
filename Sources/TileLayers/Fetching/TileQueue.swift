package import TileModel

/// FIFO queue of tiles without duplicates; removal takes constant time.
package struct TileQueue: Sendable {
  private var entries: [(tile: TileCoordinate, ticket: Int)] = []
  private var head = 0
  private var tickets: [TileCoordinate: Int] = [:]
  private var nextTicket = 0

  package init() {}

  package var entryCount: Int { entries.count - head }

  package mutating func append(_ tile: TileCoordinate) {
    guard tickets[tile] == nil else { return }
    tickets[tile] = nextTicket
    entries.append((tile, nextTicket))
    nextTicket += 1
  }

  package mutating func remove(_ tile: TileCoordinate) {
    tickets[tile] = nil
    // Callers who come and go while nothing is taken out must not make the list grow for ever.
    if entries.count - head > 2 * tickets.count + 64 {
      entries.removeFirst(head)
      entries.removeAll { tickets[$0.tile] != $0.ticket }
      head = 0
    }
  }

  package mutating func popFirst() -> TileCoordinate? {
    while head < entries.count {
      let entry = entries[head]
      head += 1
      if head == entries.count || head > 1024 {
        entries.removeFirst(head)
        head = 0
      }
      // An entry whose tile was removed, or removed and appended again, does not count.
      if tickets[entry.tile] == entry.ticket {
        tickets[entry.tile] = nil
        return entry.tile
      }
    }
    return nil
  }
}
