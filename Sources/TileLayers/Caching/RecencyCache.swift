/// Least recently used cache with a bound on the total cost of its values.
///
/// Every operation takes constant time. A value that alone exceeds the bound is not cached.
package struct RecencyCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node: Sendable {
    let key: Key
    var value: Value
    var cost: Int
    var older: Int
    var newer: Int
  }

  package let limit: Int
  package private(set) var cost = 0
  private var slots: [Key: Int] = [:]
  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var oldest = -1
  private var newest = -1

  package init(limit: Int) { self.limit = limit }

  package var count: Int { slots.count }

  package mutating func value(for key: Key) -> Value? {
    guard let slot = slots[key], let node = nodes[slot] else { return nil }
    unlink(node)
    link(node, at: slot)
    return node.value
  }

  @discardableResult
  package mutating func set(_ value: Value, for key: Key, cost: Int) -> [Key] {
    remove(key)
    guard cost <= limit else { return [] }
    var evicted: [Key] = []
    while self.cost > limit - cost, let node = oldest < 0 ? nil : nodes[oldest] {
      evicted.append(node.key)
      remove(node.key)
    }
    let slot = free.popLast() ?? nodes.count
    if slot == nodes.count { nodes.append(nil) }
    slots[key] = slot
    self.cost += cost
    link(Node(key: key, value: value, cost: cost, older: -1, newer: -1), at: slot)
    return evicted
  }

  package mutating func remove(_ key: Key) {
    guard let slot = slots.removeValue(forKey: key), let node = nodes[slot] else { return }
    unlink(node)
    nodes[slot] = nil
    free.append(slot)
    cost -= node.cost
  }

  package mutating func removeAll() { self = RecencyCache(limit: limit) }

  private mutating func unlink(_ node: Node) {
    if node.older < 0 { oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
    if node.newer < 0 { newest = node.older } else { nodes[node.newer]?.older = node.older }
  }

  private mutating func link(_ node: Node, at slot: Int) {
    var node = node
    node.older = newest
    node.newer = -1
    if newest < 0 { oldest = slot } else { nodes[newest]?.newer = slot }
    newest = slot
    nodes[slot] = node
  }
}
