import Foundation
import PackagePlugin

func program(_ tool: (_ name: String) throws -> PluginContext.Tool) throws -> URL {
  // An artifact bundle names the program, and a package that builds it the target.
  do { return try tool("tilepyramid").url } catch { return try tool("TilePyramidCLI").url }
}
