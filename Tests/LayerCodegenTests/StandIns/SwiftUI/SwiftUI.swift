// The Swift signatures of SwiftUI that apps show a map with, for type checks.
@_exported import Foundation

/// The signature of SwiftUI; any object is a view here.
@MainActor @preconcurrency public protocol UIViewRepresentable {
  /// The signature of SwiftUI.
  associatedtype UIViewType: NSObject
  /// The signature of SwiftUI.
  associatedtype Coordinator = Void
  /// The signature of SwiftUI.
  typealias Context = UIViewRepresentableContext<Self>
  /// The signature of SwiftUI.
  func makeCoordinator() -> Coordinator
  /// The signature of SwiftUI.
  func makeUIView(context: Context) -> UIViewType
  /// The signature of SwiftUI.
  func updateUIView(_ uiView: UIViewType, context: Context)
}

/// The signature of SwiftUI.
@MainActor @preconcurrency public struct UIViewRepresentableContext<View: UIViewRepresentable> {
  /// The signature of SwiftUI.
  public let coordinator: View.Coordinator
  /// The initialiser of the system.
  public init(coordinator: View.Coordinator) { self.coordinator = coordinator }
}
