#if !(os(iOS) || os(tvOS) || os(visionOS))
  public import Foundation

  /// A controller of a view, with the parts of UIKit's class that an app's map screen needs.
  ///
  /// Nothing presents it: ``viewDidLoad()`` is called when ``view`` is first used, as in UIKit. Tests call
  /// the later methods.
  @preconcurrency @MainActor
  open class UIViewController {
    private var loadedView: UIView?

    /// Creates a controller without a nib file.
    ///
    /// The parameters have no effect.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

    /// Creates a controller.
    public convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Answers `nil`: there are no storyboards here.
    public required init?(coder: NSCoder) { nil }

    /// The view, loaded on first use.
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

    /// The view, or `nil` before it is loaded.
    open var viewIfLoaded: UIView? { loadedView }

    /// Whether the view is loaded.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Loads the view unless it is loaded.
    open func loadViewIfNeeded() {
      guard loadedView == nil else { return }
      loadView()
      viewDidLoad()
    }

    /// Makes an empty view unless overridden.
    open func loadView() { view = UIView() }

    /// Called after the view was loaded.
    open func viewDidLoad() {}

    /// Called by tests, as UIKit does before the view is shown.
    open func viewWillAppear(_ animated: Bool) {}

    /// Called by tests, as UIKit does after the view was shown.
    open func viewDidAppear(_ animated: Bool) {}

    /// Called by tests, as UIKit does before the view disappears.
    open func viewWillDisappear(_ animated: Bool) {}

    /// Called by tests, as UIKit does after the view has disappeared.
    open func viewDidDisappear(_ animated: Bool) {}
  }
#endif
