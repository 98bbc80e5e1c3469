public import Foundation

/// What apps tell the SDK before they make a map.
public final class GMSServices: NSObject {
  /// Takes the key of the app, which has no effect: nothing of Google's is asked for.
  ///
  /// - Returns: Whether the key is not empty.
  @discardableResult
  public class func provideAPIKey(_ APIKey: String) -> Bool { !APIKey.isEmpty }
}

/// A map's configuration in the Google Cloud console, which has no effect here.
public final class GMSMapID: NSObject {
  /// The identifier.
  public let identifier: String

  /// Creates an identifier.
  public init(identifier: String) { self.identifier = identifier }
}
