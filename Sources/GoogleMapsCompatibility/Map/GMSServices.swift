public import Foundation

/// Configuration of the SDK before the first map.
public final class GMSServices: NSObject {
  /// Takes the app's key, without effect, since no service of Google is used.
  ///
  /// - Returns: Whether the key is not empty.
  @discardableResult
  public class func provideAPIKey(_ APIKey: String) -> Bool { !APIKey.isEmpty }

  /// Chooses how maps are drawn on a screen, which has no effect here.
  public class func setMetalRendererEnabled(_ enabled: Bool) {}

  /// Allows the SDK to report how apps end, which has no effect here: nothing is reported.
  public class func setAbnormalTerminationReportingEnabled(_ enabled: Bool) {}
}

/// A map's configuration in the Google Cloud console, which has no effect here.
public final class GMSMapID: NSObject {
  /// The identifier.
  public let identifier: String

  /// Creates an identifier.
  public init(identifier: String) { self.identifier = identifier }
}
