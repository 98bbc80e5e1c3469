// The Swift signatures of SwiftUI that apps show a map with, for type checks.
@_exported import Foundation

/// As in SwiftUI; any object is a view here.
@MainActor @preconcurrency public protocol UIViewRepresentable {
  /// As in SwiftUI.
  associatedtype UIViewType: NSObject
  /// As in SwiftUI.
  associatedtype Coordinator = Void
  /// As in SwiftUI.
  typealias Context = UIViewRepresentableContext<Self>
  /// As in SwiftUI.
  func makeCoordinator() -> Coordinator
  /// As in SwiftUI.
  func makeUIView(context: Context) -> UIViewType
  /// As in SwiftUI.
  func updateUIView(_ uiView: UIViewType, context: Context)
}

/// As in SwiftUI.
@MainActor @preconcurrency public struct UIViewRepresentableContext<View: UIViewRepresentable> {
  /// As in SwiftUI.
  public let coordinator: View.Coordinator
  /// As the system makes it.
  public init(coordinator: View.Coordinator) { self.coordinator = coordinator }
}
