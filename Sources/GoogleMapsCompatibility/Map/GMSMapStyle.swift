public import Foundation
public import TileModel

/// Style of the map below the layers, without effect.
public final class GMSMapStyle: NSObject {
  /// Takes a style.
  ///
  /// - Parameter style: An array of objects in JSON.
  /// - Throws: ``GMSMapStyleError`` when it is not one.
  public init(jsonString style: String) throws(GMSMapStyleError) {
    let value = try rethrowing(try JSONParser.value(of: Array(style.utf8))) {
      (_: JSONSyntaxError) in GMSMapStyleError.notStyle(location: nil)
    }
    guard case .array(let items) = value, items.allSatisfy({ $0.isObject }) else {
      throw .notStyle(location: nil)
    }
  }

  /// Reads a style from a file.
  ///
  /// - Throws: ``GMSMapStyleError`` when the file cannot be read or holds no style.
  public convenience init(contentsOfFileURL fileURL: URL) throws(GMSMapStyleError) {
    guard let data = FileManager.default.contents(atPath: fileURL.path) else {
      throw .unreadable(location: fileURL.path)
    }
    do throws(GMSMapStyleError) {
      try self.init(jsonString: String(decoding: data, as: UTF8.self))
    } catch {
      throw .notStyle(location: fileURL.path)
    }
  }
}

/// A reason why a text is no map style.
public enum GMSMapStyleError: ReportableError, Hashable {
  /// The text is not JSON of a style.
  case notStyle(location: String?)
  /// The file is not there or may not be read.
  case unreadable(location: String)

  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .notStyle(let location):
      FailureReport(
        .badInput, "the text is not a style of a map", at: location,
        expected: "an array of objects in JSON",
        nextStep: "export the style again from Google's styling wizard")
    case .unreadable(let location):
      FailureReport(
        .cannotAccess, "the style of the map cannot be read", at: location,
        nextStep: "check the path and the permissions")
    }
  }
}
