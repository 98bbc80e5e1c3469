/// The MD5 of bytes that come in pieces (RFC 1321): a checksum that other programs state, not a protection.
public struct MD5: Sendable {
  private var state: (UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476
  )
  /// The bytes that do not fill a block yet.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// Creates a checksum of nothing.
  public init() { pending.reserveCapacity(Self.blockSize) }

  private static let blockSize = 64

  /// Adds bytes.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let part = rest.prefix(Self.blockSize - pending.count)
      pending.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
      guard pending.count == Self.blockSize else { return }
      pending.withUnsafeBytes { addBlocks($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / Self.blockSize * Self.blockSize
    addBlocks(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
    pending.append(contentsOf: rest.dropFirst(whole))
  }

  /// Adds bytes.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    Array(bytes).withUnsafeBytes { append($0) }
  }

  /// The checksum of all bytes so far, 32 upper-case hexadecimal digits.
  public var hexadecimal: String {
    var last = self
    let bits = byteCount &* 8
    let padding = (119 - Int(byteCount % 64)) % 64 + 1
    last.append([0x80] + [UInt8](repeating: 0, count: padding - 1))
    withUnsafeBytes(of: bits.littleEndian) { last.append($0) }
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for word in [last.state.0, last.state.1, last.state.2, last.state.3] {
      withUnsafeBytes(of: word.littleEndian) { bytes in
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The whole parts of 2^32 |sin(n)| (RFC 1321, section 3.4).
  private static let table: [UInt32] = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613,
    0xFD46_9501, 0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193,
    0xA679_438E, 0x49B4_0821, 0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D,
    0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8, 0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED,
    0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A, 0xFFFA_3942, 0x8771_F681, 0x6D9D_6122,
    0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70, 0x289B_7EC6, 0xEAA1_27FA,
    0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665, 0xF429_2244,
    0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
    0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB,
    0xEB86_D391,
  ]

  private mutating func addBlocks(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    Self.table.withUnsafeBufferPointer { table in
      var (a, b, c, d) = state
      for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
        let block = base + start
        @inline(__always) func word(_ index: Int) -> UInt32 {
          UInt32(littleEndian: block.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
        }
        @inline(__always) func step(_ mixed: UInt32, _ index: Int, _ number: Int, _ shift: UInt32) {
          let sum = a &+ mixed &+ table[number] &+ word(index)
          (a, d, c) = (d, c, b)
          b = b &+ (sum &<< shift | sum &>> (32 &- shift))
        }
        let before = (a, b, c, d)
        for number in stride(from: 0, to: 16, by: 4) {
          step(d ^ (b & (c ^ d)), number, number, 7)
          step(d ^ (b & (c ^ d)), number &+ 1, number &+ 1, 12)
          step(d ^ (b & (c ^ d)), number &+ 2, number &+ 2, 17)
          step(d ^ (b & (c ^ d)), number &+ 3, number &+ 3, 22)
        }
        for number in stride(from: 16, to: 32, by: 4) {
          step(c ^ (d & (b ^ c)), (5 &* number &+ 1) & 15, number, 5)
          step(c ^ (d & (b ^ c)), (5 &* number &+ 6) & 15, number &+ 1, 9)
          step(c ^ (d & (b ^ c)), (5 &* number &+ 11) & 15, number &+ 2, 14)
          step(c ^ (d & (b ^ c)), (5 &* number &+ 16) & 15, number &+ 3, 20)
        }
        for number in stride(from: 32, to: 48, by: 4) {
          step(b ^ c ^ d, (3 &* number &+ 5) & 15, number, 4)
          step(b ^ c ^ d, (3 &* number &+ 8) & 15, number &+ 1, 11)
          step(b ^ c ^ d, (3 &* number &+ 11) & 15, number &+ 2, 16)
          step(b ^ c ^ d, (3 &* number &+ 14) & 15, number &+ 3, 23)
        }
        for number in stride(from: 48, to: 64, by: 4) {
          step(c ^ (b | ~d), (7 &* number) & 15, number, 6)
          step(c ^ (b | ~d), (7 &* number &+ 7) & 15, number &+ 1, 10)
          step(c ^ (b | ~d), (7 &* number &+ 14) & 15, number &+ 2, 15)
          step(c ^ (b | ~d), (7 &* number &+ 21) & 15, number &+ 3, 21)
        }
        (a, b, c, d) = (a &+ before.0, b &+ before.1, c &+ before.2, d &+ before.3)
      }
      state = (a, b, c, d)
    }
  }
}
