@_exported public import UIKitCompatibility
