#if !(os(iOS) || os(tvOS) || os(visionOS))
  public import Foundation

  /// What manages a view, with as much of UIKit's class as an app's map screen needs.
  ///
  /// Nothing presents it: ``viewDidLoad()`` is called when ``view`` is first used, as in UIKit, and
  /// tests call what follows.
  @preconcurrency @MainActor
  open class UIViewController {
    private var loadedView: UIView?

    /// Creates a controller; there are no nib files here, and the parameters have no effect.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

    /// Creates a controller.
    public convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Answers `nil`: there are no storyboards here.
    public required init?(coder: NSCoder) { nil }

    /// The view, which is loaded when it is first used.
    ///
    /// - Precondition: ``loadView()`` sets it.
    // Apps unwrap what UIKit declares in this way.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView! {
      get {
        loadViewIfNeeded()
        return loadedView
      }
      set { loadedView = newValue }
    }

    /// The view, or `nil` as long as it is not loaded.
    open var viewIfLoaded: UIView? { loadedView }

    /// Whether the view is loaded.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Loads the view unless it is loaded.
    open func loadViewIfNeeded() {
      guard loadedView == nil else { return }
      loadView()
      viewDidLoad()
    }

    /// Makes the view; an empty one unless overridden.
    open func loadView() { view = UIView() }

    /// Called after the view was loaded.
    open func viewDidLoad() {}

    /// Called by tests, as UIKit does before the view is shown.
    open func viewWillAppear(_ animated: Bool) {}

    /// Called by tests, as UIKit does after the view was shown.
    open func viewDidAppear(_ animated: Bool) {}

    /// Called by tests, as UIKit does before the view is taken from the screen.
    open func viewWillDisappear(_ animated: Bool) {}

    /// Called by tests, as UIKit does after the view was taken from the screen.
    open func viewDidDisappear(_ animated: Bool) {}
  }
#endif
