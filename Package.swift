// swift-tools-version: 6.2
import PackageDescription

/// A warning is a fault where `.ci/run` says so, and no end of a build by a compiler that knows more of them.
let warningsAreErrors = Context.environment["TILEPYRAMID_WARNINGS_AS_ERRORS"] != nil

/// Settings shared by every Swift target: existentials are spelled out, and an import is visible to clients
/// only where a public signature shows it.
let strict: [SwiftSetting] =
  (warningsAreErrors ? [.treatAllWarnings(as: .error)] : []) + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// Settings of every target in C.
let strictC: [CSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

/// Settings of the modules that compute samples or bytes, and of the tests that do so themselves:
/// scripts/build-tests has them optimised in a build for debugging, in which all else compiles faster.
///
/// Packages that depend on this one never meet the flags, which would keep them from doing so.
let optimized =
  Context.environment["TILEPYRAMID_OPTIMIZED"] == nil ? strict : strict + [.unsafeFlags(["-O"])]

/// Settings of the modules that stand in for SDKs, whose types are not annotated for concurrency.
///
/// Were these checked, apps in Swift 5 would be warned of captures that they are not warned of with the
/// SDKs. Their sources compile in Swift 6 too, which AppPatternTests checks.
let standIn = strict + [.swiftLanguageMode(.v5)]

/// A C library of the system, found with pkg-config and installed with apt or Homebrew.
func system(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

// Modules of the SDKs' own names, for apps' files as they are. Apple platforms have these modules, so
// there the products are without them: two modules of one name cannot meet in a build.
#if canImport(Darwin)
  let googleMapsModules: [String] = []
  let mapKitModules: [String] = []
#else
  let googleMapsModules = ["GoogleMaps", "CoreLocation", "UIKit"]
  let mapKitModules = ["MapKit", "CoreLocation", "UIKit"]
#endif

// Its flags hold a definition for Windows, of which the package manager warns; on Linux, the headers are
// where the compiler looks without any.
#if os(Linux)
  let avifFlags: String? = nil
#else
  let avifFlags: String? = "libavif"
#endif

let package = Package(
  name: "tile-pyramid",
  platforms: [.macOS(.v15)],
  products: [
    .library(
      name: "TilePyramid",
      targets: [
        "TilePyramid", "TileRendering", "Georeferencing", "RasterSources", "Drawings", "Mosaics",
        "TileStorage", "LayerDocuments", "TileImaging", "TileModel",
      ]),
    .library(
      name: "TileLayers",
      targets: [
        "TileLayers", "TileStorage", "LayerDocuments", "TileImaging", "TileModel",
      ]),
    .library(
      name: "PyramidVerification",
      targets: [
        "PyramidVerification", "Georeferencing", "RasterSources", "Drawings", "Mosaics",
        "TileStorage", "LayerDocuments", "TileImaging", "TileModel",
      ]),
    .library(name: "LayerCodegen", targets: ["LayerCodegen", "TileModel"]),
    .library(
      name: "GoogleMapsCompatibility",
      targets: [
        "GoogleMapsCompatibility", "UIKitCompatibility", "CoreLocationCompatibility", "TileLayers",
        "TileStorage", "LayerDocuments", "TileImaging", "TileModel",
      ]),
    .library(
      name: "MapKitCompatibility",
      targets: [
        "MapKitCompatibility", "UIKitCompatibility", "CoreLocationCompatibility", "TileLayers",
        "TileStorage", "LayerDocuments", "TileImaging", "TileModel",
      ]),
    .library(name: "GoogleMapsModule", targets: ["GoogleMapsCompatibility"] + googleMapsModules),
    .library(name: "MapKitModule", targets: ["MapKitCompatibility"] + mapKitModules),
    .library(name: "PreviewPage", targets: ["PreviewPage", "TileModel"]),
    .library(
      name: "TileServer",
      targets: [
        "TileServer", "PreviewPage", "TileStorage", "LayerDocuments", "TileModel",
      ]),
    .library(
      name: "PyramidPictures",
      targets: [
        "PyramidPictures", "Georeferencing", "RasterSources", "Drawings", "Mosaics", "TileStorage",
        "LayerDocuments", "TileImaging", "TileModel",
      ]),
    .library(name: "TilePyramidTesting", targets: ["TilePyramidTesting"]),
    .executable(name: "tilepyramid", targets: ["TilePyramidCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    system("CLibPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    system("CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
    system("CLibWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
    system("CLibAVIF", pkgConfig: avifFlags, apt: "libavif-dev", brew: "libavif"),
    system("CLibHEIF", pkgConfig: "libheif", apt: "libheif-dev", brew: "libheif"),
    system("CLibTIFF", pkgConfig: "libtiff-4", apt: "libtiff-dev", brew: "libtiff"),
    system("CLibLCMS", pkgConfig: "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
    system(
      "CLibOpenJPEG", pkgConfig: "libopenjp2", apt: "libopenjp2-7-dev", brew: "openjpeg"),
    system("CISAL", pkgConfig: "libisal", apt: "libisal-dev", brew: "isa-l"),
    system("CLibDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    system("CLibXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev", brew: "xxhash"),
    system("CLibMD", pkgConfig: "libmd", apt: "libmd-dev", brew: "libmd"),
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    system("CLibExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
    system("CLibPROJ", pkgConfig: "proj", apt: "libproj-dev", brew: "proj"),
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    .target(
      name: "CPNGShim", dependencies: ["CLibPNG"], path: "Sources/Shims/CPNGShim",
      cSettings: strictC),
    .target(
      name: "CJPEGShim", dependencies: ["CLibJPEG"], path: "Sources/Shims/CJPEGShim",
      cSettings: strictC),
    .target(
      name: "CTIFFShim", dependencies: ["CLibTIFF"], path: "Sources/Shims/CTIFFShim",
      cSettings: strictC),
    .target(
      name: "CFileShim", path: "Sources/Shims/CFileShim",
      cSettings: strictC),
    .target(
      name: "CProcessShim", path: "Sources/Shims/CProcessShim",
      cSettings: strictC),
    .target(
      name: "CArgumentsShim", path: "Sources/Shims/CArgumentsShim",
      cSettings: strictC),

    .target(name: "Platform", swiftSettings: strict),
    .target(name: "Hashing", dependencies: ["CLibXXHash", "CLibMD"], swiftSettings: optimized),
    .target(name: "Deflate", dependencies: ["CLibDeflate"], swiftSettings: optimized),
    .target(name: "TileModel", dependencies: ["Platform"], swiftSettings: optimized),
    .target(
      name: "TileImaging",
      dependencies: [
        "Platform", "Deflate", "TileModel", "CPNGShim", "CJPEGShim", "CLibWebP", "CLibAVIF",
        "CLibDeflate", "CISAL",
      ],
      swiftSettings: optimized),
    .target(name: "LayerDocuments", dependencies: ["TileModel"], swiftSettings: strict),
    .target(
      name: "TileStorage",
      dependencies: [
        "Platform", "Hashing", "Deflate", "TileModel", "LayerDocuments", "CFileShim", "CSQLite",
      ],
      swiftSettings: strict),
    .target(
      name: "Georeferencing",
      dependencies: ["Platform", "Hashing", "TileModel", "CLibPROJ", "CLibExpat", "CLibDeflate"],
      swiftSettings: optimized),
    .target(
      name: "RasterSources",
      dependencies: [
        "Platform", "Hashing", "TileModel", "TileImaging", "Georeferencing", "CPNGShim",
        "CJPEGShim", "CTIFFShim", "CLibWebP", "CLibHEIF", "CLibLCMS", "CLibOpenJPEG", "CLibDeflate",
        "CLibPROJ",
      ],
      swiftSettings: optimized),
    .target(
      name: "Drawings",
      dependencies: [
        "Platform", "TileModel", "TileImaging", "Georeferencing", "RasterSources", "CProcessShim",
      ],
      swiftSettings: optimized),
    .target(
      name: "Mosaics",
      dependencies: [
        "Platform", "Hashing", "TileModel", "TileImaging", "Georeferencing", "RasterSources",
        "Drawings",
      ],
      swiftSettings: optimized),
    .target(
      name: "TileRendering",
      dependencies: [
        "Platform", "Deflate", "TileModel", "TileImaging", "RasterSources", "Georeferencing",
        "Mosaics",
      ],
      swiftSettings: optimized),
    .target(
      name: "TilePyramid",
      dependencies: [
        "Platform", "Hashing", "Deflate", "TileModel", "TileImaging", "TileStorage",
        "RasterSources", "Georeferencing", "Drawings", "Mosaics", "TileRendering", "PreviewPage",
      ],
      swiftSettings: strict),
    .target(
      name: "BuildingManifest",
      dependencies: [
        "TilePyramid", "TileStorage", "RasterSources", "Georeferencing", "Drawings", "Mosaics",
        "TileImaging", "TileModel", "PreviewPage",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .target(
      name: "PyramidVerification",
      dependencies: [
        "Platform", "Hashing", "TileModel", "TileImaging", "TileStorage", "RasterSources",
        "Georeferencing", "Mosaics",
      ],
      swiftSettings: optimized),
    .target(
      name: "PyramidPictures",
      dependencies: [
        "Platform", "TileModel", "TileImaging", "TileStorage", "TileLayers", "RasterSources",
        "Georeferencing", "Mosaics",
      ],
      swiftSettings: optimized),
    .target(
      name: "LayerCodegen", dependencies: ["TileModel"],
      resources: [.embedInCode("Templates")], swiftSettings: strict),
    .target(
      name: "TileLayers",
      dependencies: ["Platform", "Hashing", "TileModel", "TileImaging", "TileStorage"],
      swiftSettings: optimized),
    .target(name: "CoreLocationCompatibility", swiftSettings: strict),
    .target(name: "UIKitCompatibility", dependencies: ["TileImaging"], swiftSettings: strict),
    .target(
      name: "GoogleMapsCompatibility",
      dependencies: [
        "CoreLocationCompatibility", "UIKitCompatibility", "TileLayers", "TileImaging", "TileModel",
      ],
      swiftSettings: standIn),
    .target(
      name: "MapKitCompatibility",
      dependencies: [
        "CoreLocationCompatibility", "UIKitCompatibility", "TileLayers", "TileImaging", "TileModel",
      ],
      swiftSettings: standIn),
    .target(
      name: "PreviewPage", dependencies: ["TileModel"],
      resources: [
        .embedInCode("Page/page.html"), .embedInCode("Page/page.css"),
        .embedInCode("Page/mercator.js"), .embedInCode("Page/layer.js"),
        .embedInCode("Page/elements.js"),
        .embedInCode("Page/tiles.js"), .embedInCode("Page/view.js"),
        .embedInCode("Page/gestures.js"), .embedInCode("Page/drawing.js"),
        .embedInCode("Page/vectors.js"), .embedInCode("Page/ground.js"),
        .embedInCode("Page/controls.js"), .embedInCode("Page/main.js"),
      ],
      swiftSettings: strict),
    .target(
      name: "TileServer",
      dependencies: [
        "Platform", "TileModel", "TileStorage", "PreviewPage",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .target(
      name: "PlanEditor",
      dependencies: [
        "Platform", "Hashing", "TileModel", "TileImaging", "TileStorage", "RasterSources",
        "Georeferencing", "Drawings", "Mosaics", "TilePyramid", "BuildingManifest", "PreviewPage",
        "TileServer",
      ],
      resources: [
        .embedInCode("Page/editor.html"), .embedInCode("Page/editor.css"),
        .embedInCode("Page/placement.js"), .embedInCode("Page/overlay.js"),
        .embedInCode("Page/handles.js"), .embedInCode("Page/outline.js"),
        .embedInCode("Page/measure.js"), .embedInCode("Page/corners.js"),
        .embedInCode("Page/loupe.js"), .embedInCode("Page/panes.js"), .embedInCode("Page/plan.js"),
        .embedInCode("Page/map.js"), .embedInCode("Page/typed.js"), .embedInCode("Page/panel.js"),
        .embedInCode("Page/backgrounds.js"), .embedInCode("Page/files.js"),
        .embedInCode("Page/floors.js"), .embedInCode("Page/editor.js"),
      ],
      swiftSettings: strict),
    .target(
      name: "TilePyramidTesting",
      dependencies: [
        "Platform", "Deflate", "TilePyramid", "PyramidPictures", "TileLayers", "RasterSources",
        "Georeferencing", "Mosaics", "TileStorage", "TileImaging", "TileModel", "CPNGTestShim",
      ],
      path: "Tests/TilePyramidTesting", exclude: ["Shims"],
      swiftSettings: optimized),
    .executableTarget(
      name: "TilePyramidCLI",
      dependencies: [
        "TilePyramid", "RasterSources", "Georeferencing", "Drawings", "Mosaics", "TileStorage",
        "TileImaging", "TileModel", "LayerCodegen", "TileLayers", "BuildingManifest", "PreviewPage",
        "TileServer", "PlanEditor", "PyramidVerification", "PyramidPictures", "CArgumentsShim",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "draw-example-building",
      dependencies: [
        "TilePyramidTesting", "RasterSources", "Georeferencing", "Mosaics", "TileImaging",
        "TileModel",
      ],
      path: "Examples/ThreeStoreyBuilding", exclude: ["Plans"],
      swiftSettings: strict),
    // The source of Examples/Library, which has a manifest of its own for its reader.
    .executableTarget(
      name: "build-plan", dependencies: ["TilePyramid"],
      path: "Examples/Library/Sources/BuildPlan", swiftSettings: strict),

    .target(
      name: "CPNGTestShim", dependencies: ["CLibPNG"],
      path: "Tests/TilePyramidTesting/Shims/CPNGTestShim",
      cSettings: strictC),
    .target(
      name: "CTIFFTestShim", dependencies: ["CLibTIFF"],
      path: "Tests/RasterSourcesTests/Shims/CTIFFTestShim",
      cSettings: strictC),
    .executableTarget(
      name: "tilepyramid-benchmark",
      dependencies: [
        "TilePyramid", "PyramidPictures", "RasterSources", "Georeferencing", "Mosaics",
        "TileStorage", "TileImaging", "TileLayers", "TileModel", "TilePyramidTesting",
        "CLibDeflate",
      ],
      path: "scripts/benchmarking/Program",
      swiftSettings: strict),
    .testTarget(
      name: "TileModelTests", dependencies: ["TileModel", "TilePyramidTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "DeflateTests",
      dependencies: ["Deflate", "TilePyramidTesting", "CLibDeflate", "CZlib"],
      swiftSettings: strict),
    .testTarget(
      name: "TileImagingTests",
      dependencies: [
        "Hashing", "TileImaging", "TileModel", "TilePyramidTesting", "CLibDeflate", "CZlib",
      ],
      swiftSettings: optimized),
    .testTarget(
      name: "TileStorageTests",
      dependencies: ["Hashing", "TileStorage", "TileModel", "TilePyramidTesting", "CSQLite"],
      swiftSettings: strict),
    .testTarget(
      name: "RasterSourcesTests",
      dependencies: [
        "RasterSources", "Georeferencing", "Drawings", "Mosaics", "TileImaging", "TileModel",
        "TilePyramidTesting", "CTIFFTestShim", "CLibLCMS", "CLibOpenJPEG",
      ],
      exclude: ["Shims"],
      swiftSettings: strict),
    .testTarget(
      name: "TilePyramidTests",
      dependencies: [
        "Platform", "TilePyramid", "RasterSources", "Georeferencing", "Mosaics", "TileStorage",
        "TileImaging", "TileModel", "TilePyramidTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BuildingManifestTests",
      dependencies: [
        "BuildingManifest", "TilePyramid", "TileStorage", "RasterSources", "Georeferencing",
        "Mosaics", "TileImaging", "TileModel", "TilePyramidTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PyramidPicturesTests",
      dependencies: [
        "PyramidPictures", "TilePyramid", "RasterSources", "Georeferencing", "Mosaics",
        "TileStorage", "TileImaging", "TileModel", "TilePyramidTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PyramidVerificationTests",
      dependencies: [
        "PyramidVerification", "TilePyramid", "RasterSources", "Georeferencing", "Mosaics",
        "TileStorage", "TileImaging", "TileModel", "TilePyramidTesting", "CSQLite",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LayerCodegenTests", dependencies: ["LayerCodegen", "TileModel", "TilePyramidTesting"],
      exclude: ["Goldens", "StandIns"], swiftSettings: strict),
    // Its folder Generated is a link to the Swift goldens of LayerCodegenTests, which are so compiled and run.
    .testTarget(
      name: "GeneratedClientTests",
      dependencies: [
        "GoogleMapsCompatibility", "LayerCodegen", "TilePyramid", "RasterSources", "Georeferencing",
        "Mosaics", "TileStorage", "TileImaging", "TileModel", "TilePyramidTesting",
      ] + googleMapsModules.map { .byName(name: $0) },
      exclude: ["App"], swiftSettings: strict),
    // Apps is a package of its own, which the tests compile against the modules of this one.
    .testTarget(
      name: "AppPatternTests",
      dependencies: [
        "GoogleMapsCompatibility", "MapKitCompatibility", "TileStorage", "TileImaging", "TileModel",
        "TilePyramidTesting",
      ] + Set(googleMapsModules + mapKitModules).sorted().map { .byName(name: $0) },
      exclude: ["Apps"], swiftSettings: strict),
    .testTarget(
      name: "TileLayersTests",
      dependencies: [
        "TileLayers", "TileStorage", "TileImaging", "TileModel", "TilePyramidTesting",
      ], swiftSettings: strict),
    .testTarget(
      name: "GoogleMapsCompatibilityTests",
      dependencies: [
        "GoogleMapsCompatibility", "TileLayers", "TileImaging", "TileModel", "TilePyramidTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MapKitCompatibilityTests",
      dependencies: [
        "MapKitCompatibility", "TileLayers", "TileImaging", "TileModel", "TilePyramidTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PreviewPageTests", dependencies: ["PreviewPage", "TileModel", "TilePyramidTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "TileServerTests",
      dependencies: [
        "Platform", "TileServer", "PlanEditor", "RasterSources", "Georeferencing", "Drawings",
        "Mosaics", "PreviewPage", "TileStorage", "TileImaging", "TileModel", "TilePyramidTesting",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: strict),
    // The sources of Examples/PyramidTests, which has a manifest of its own for its reader.
    .testTarget(
      name: "PyramidTests",
      dependencies: [
        "TilePyramid", "PyramidVerification", "RasterSources", "Georeferencing", "Mosaics",
        "TileStorage", "TileImaging", "TileModel", "TilePyramidTesting",
      ],
      path: "Examples/PyramidTests/Tests/PyramidTests", exclude: ["Goldens"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Platform", "TilePyramidTesting", "TilePyramid", "RasterSources", "Georeferencing",
        "Drawings", "Mosaics", "TileStorage", "TileImaging", "TileModel",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

for name in Set(googleMapsModules + mapKitModules).sorted() {
  package.targets.append(
    .target(
      name: name, dependencies: [.byName(name: "\(name)Compatibility")],
      path: "Sources/SDKModules/\(name)",
      swiftSettings: strict))
}

// scripts/packaging/plugins/Package.swift declares the same for the program in an artifact bundle. Whatever
// builds all of this package leaves them out, since the package manager compiles the program of a plugin,
// and all below it, beside the same targets for themselves.
if Context.environment["TILEPYRAMID_WITHOUT_PLUGINS"] == nil {
  let command = Target.PluginCapability.command(
    intent: .custom(
      verb: "tilepyramid", description: "Builds, checks and shows map tiles of floor plans."),
    permissions: [
      .writeToPackageDirectory(reason: "Tiles, code and drafts of manifests are written.")
    ])
  for (name, capability) in [
    ("GoogleMapsTiles", .buildTool()), ("MapKitTiles", .buildTool()),
    ("TilePyramidCommand", command),
  ] {
    package.products.append(.plugin(name: name, targets: [name]))
    package.targets.append(
      .plugin(
        name: name, capability: capability, dependencies: ["TilePyramidCLI"],
        path: "Sources/Plugins/\(name)"))
  }
}

// Linked with libFuzzer, which brings its own main function: scripts/fuzz asks for it.
if Context.environment["TILEPYRAMID_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz-targets",
      dependencies: [
        "BuildingManifest", "PyramidVerification", "TilePyramid", "TilePyramidTesting",
        "RasterSources", "Georeferencing", "Drawings", "Mosaics", "TileStorage", "TileImaging",
        "Deflate", "TileModel", "CZlib",
      ],
      path: "Tests/FuzzTargets",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
