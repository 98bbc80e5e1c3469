/// The bytes by which the files of a format are recognised.
package struct ByteSignature: Sendable {
  /// A run of bytes.
  package struct Part: Sendable {
    /// The position of the first byte in the file.
    let offset: Int
    let bytes: [UInt8]
  }

  private let parts: [Part]
  /// How many leading bytes of a file are looked at.
  package let length: Int

  private init(_ parts: [Part]) {
    self.parts = parts
    length = parts.map { $0.offset + $0.bytes.count }.max() ?? 0
  }

  /// Bytes at the beginning of the file.
  package init(_ bytes: [UInt8]) { self.init([Part(offset: 0, bytes: bytes)]) }

  /// Bytes at the beginning of the file, and more at a later position.
  package init(_ bytes: [UInt8], and more: [UInt8], at offset: Int) {
    self.init([Part(offset: 0, bytes: bytes), Part(offset: offset, bytes: more)])
  }

  /// A chunk of the Resource Interchange File Format: `RIFF`, a length, and the type of the file.
  package init(riff type: String) {
    self.init([
      Part(offset: 0, bytes: Array("RIFF".utf8)), Part(offset: 8, bytes: Array(type.utf8)),
    ])
  }

  /// The first box of the ISO base media file format: a length, its type, and the major brand.
  package init(box type: String, brand: String) {
    self.init([Part(offset: 4, bytes: Array((type + brand).utf8))])
  }

  /// The bytes at the beginning of the file.
  package var prefix: [UInt8] { parts.first { $0.offset == 0 }?.bytes ?? [] }

  /// Whether a file begins so; false where it ends before.
  package func begins(_ bytes: [UInt8]) -> Bool {
    bytes.count >= length && canBegin(bytes)
  }

  /// Whether bytes that begin a file could go on to be one that begins so.
  package func canBegin(_ bytes: [UInt8]) -> Bool {
    parts.allSatisfy { part in
      zip(bytes.dropFirst(part.offset), part.bytes).allSatisfy { $0 == $1 }
    }
  }
}
