// The SDK's module brings these with it, so a file that imports it alone finds its parameters' types.
@_exported public import CoreLocationCompatibility
@_exported public import Foundation
@_exported public import UIKitCompatibility
