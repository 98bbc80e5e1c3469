import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Tiles packed with an app")
struct PackedTilesTests {
  /// Compiles Swift in a folder as apps do, against the signatures of an SDK.
  private func checkSwift(
    _ files: [String], in folder: TemporaryDirectory, against sdk: String
  ) throws {
    try Compiler.swift?.compile([
      "-parse-as-library", "-emit-module", "-module-name", sdk, "-swift-version", "5",
      "-emit-module-path", folder.path("\(sdk).swiftmodule"),
      "\(Compiler.standIn(sdk))/\(sdk).swift",
    ])
    for mode in Compiler.swiftModes {
      try Compiler.swift?.compile(
        mode + [
          "-typecheck", "-wmo", "-parse-as-library", "-warnings-as-errors", "-I", folder.path, "-I",
          Self.sqlite.path,
        ] + files)
    }
  }

  /// The folder that declares the headers of SQLite as a module.
  private static let sqlite = Compiler.packageRoot.appendingPathComponent("Sources/System/CSQLite")

  @Test(
    "Swift compiles in both language modes against the signatures of the SDKs",
    .enabled(if: Compiler.swift != nil, "swiftc is not installed"),
    arguments: [(ClientKind.swift, "GoogleMaps"), (.swiftMapKit, "MapKit")])
  func swiftSignatures(kind: ClientKind, sdk: String) throws {
    let building = try PackedBuilding()
    let folder = try TemporaryDirectory()
    let files = try folder.write(
      ClientCode.generate(kind, forLocated: building.layers, named: "Packed")
        + ClientCode.generate(kind, forLocated: building.besideServer(), named: "Mixed"))
    try checkSwift(files, in: folder, against: sdk)
  }

  @Test(
    "One file holds the Swift of all floors, which finds the resources of a package's target",
    .enabled(if: Compiler.swift != nil, "swiftc is not installed"),
    arguments: [(ClientKind.swift, "GoogleMaps"), (.swiftMapKit, "MapKit")])
  func oneFile(kind: ClientKind, sdk: String) throws {
    let building = try PackedBuilding()
    let folder = try TemporaryDirectory()
    var layers = building.layers
    layers[0].location = .file(name: "my house/L0.mbtiles")
    let code = try ClientCode.generate(
      kind, forLocated: layers, named: "Packed", resources: .module, file: "Packed-tiles.swift")
    #expect(code.map(\.path) == ["Packed-tiles.swift"])
    let text = try #require(code.first?.contents)
    #expect(text.contains("Bundle.module") && !text.contains("Bundle.main"))
    #expect(text.contains("static let fileName = \"my house/L0.mbtiles\""))
    for declaration in ["import Foundation", "struct SparseLevels", "class TileFile"] {
      #expect(text.components(separatedBy: declaration).count == 2, "\(declaration)")
    }
    // The file that the package manager generates.
    let bundle = GeneratedFile(
      path: "Bundle.swift",
      contents:
        "import Foundation\nnonisolated extension Bundle { static var module: Bundle { .main } }\n")
    let files = try folder.write(code + [bundle])
    try checkSwift(files, in: folder, against: sdk)
  }

  @Test("Only Swift knows the resources of a package's target, and is one file")
  func packageRefusals() throws {
    let layers = try PackedBuilding().layers
    for kind in ClientKind.allCases where !kind.isSwift && kind.readsFiles {
      #expect(throws: CodegenError.moduleWithout(client: kind.rawValue)) {
        try ClientCode.generate(kind, forLocated: layers, resources: .module)
      }
      #expect(throws: CodegenError.severalFiles(client: kind.rawValue, "a.swift")) {
        try ClientCode.generate(kind, forLocated: layers, file: "a.swift")
      }
    }
    for name in ["/b.mbtiles", "a//b.mbtiles", "../b.mbtiles", "a/", ""] {
      var layer = layers[0]
      layer.location = .file(name: name)
      #expect(throws: CodegenError.invalidFileName(layer: layer.definition.name, name)) {
        try ClientCode.generate(.swift, forLocated: [layer], resources: .module)
      }
    }
  }

  @Test(
    "Objective-C is free of warnings under ARC",
    .enabled(if: Compiler.clang != nil, "clang is not installed"))
  func objectiveCSyntax() throws {
    let building = try PackedBuilding()
    let root = Compiler.packageRoot.appendingPathComponent("Tests/LayerCodegenTests/StandIns").path
    for layers in try [
      building.layers, [building.layers[0]], [building.layers[1]], building.besideServer(),
    ] {
      let folder = try TemporaryDirectory()
      let files = try folder.write(
        ClientCode.generate(.objc, forLocated: layers, named: "Packed"))
      try Compiler.clang?.compile(
        [
          "-target", "arm64-apple-ios18.0", "-fsyntax-only", "-fobjc-arc", "-ffreestanding",
          "-Wall", "-Wextra", "-Wformat", "-Wnullable-to-nonnull-conversion", "-Werror",
          "-I\(root)", "-I\(root)/SQLite",
        ] + files.filter { $0.hasSuffix(".m") })
    }
  }

  @Test(
    "The C of Objective-C reads exactly the tiles, on eight threads at a time",
    .enabled(if: Compiler.clang != nil, "clang is not installed"))
  func cReadings() throws {
    let building = try PackedBuilding()
    let layer = building.layers[0]
    let folder = try TemporaryDirectory()
    let source = """
      #include <pthread.h>
      #include <sqlite3.h>
      #include <stdio.h>
      #include <string.h>
      typedef _Bool BOOL;
      typedef unsigned long NSUInteger;
      \(ObjectiveCCoverage.source(CoverageTable(layer.definition.coverage)))
      \(ObjectiveCCoverage.tileFile.filled([:]))
      static TileFile file;
      static const char *questions;

      static void *ask(void *wrong) {
        char expected[64];
        unsigned long zoom, x, y;
        FILE *lines = fopen(questions, "r");
        while (fscanf(lines, "%lu %lu %lu %63s", &zoom, &x, &y, expected) == 4) {
          char answer[64] = "none";
          if (TileExists(x, y, zoom)) {
            size_t count = 0;
            void *bytes = CopyTile(&file, x, y, zoom, &count);
            snprintf(answer, sizeof answer, "%.*s", bytes ? (int)count : 4,
                     bytes ? (const char *)bytes : "lost");
            sqlite3_free(bytes);
          }
          if (strcmp(answer, expected)) *(int *)wrong += 1;
        }
        fclose(lines);
        return 0;
      }

      int main(int count, char **arguments) {
        if (count != 3) return 2;
        TileFile missing = {0};
        size_t size;
        if (OpenTileFile(&missing, "/no/such.mbtiles") || CopyTile(&missing, 0, 0, 0, &size)) return 3;
        CloseTileFile(&missing);
        if (!OpenTileFile(&file, arguments[1])) return 4;
        questions = arguments[2];
        pthread_t threads[8];
        int wrong[8] = {0};
        for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, ask, &wrong[i]);
        for (int i = 0; i < 8; i++) {
          pthread_join(threads[i], 0);
          printf("%d ", wrong[i]);
        }
        CloseTileFile(&file);
        return 0;
      }

      """
    let files = try folder.write(
      [
        GeneratedFile(path: "main.c", contents: source),
        GeneratedFile(path: "answers", contents: PackedBuilding.answers(layer)),
      ])
    try Compiler.clang?.compile([
      "-Wall", "-Wextra", "-Werror", files[0], "-o", folder.path("main"), "-lsqlite3", "-lpthread",
    ])
    let outcome = try Compiler.run(
      folder.path("main"), [building.assets.path(PackedBuilding.fileName), files[1]])
    #expect(outcome.status == 0)
    #expect(outcome.output == "0 0 0 0 0 0 0 0 ")
  }

  @Test(
    "The C of Objective-C finds the tile above an address, and none in a hole or five zooms beyond",
    .enabled(if: Compiler.clang != nil, "clang is not installed"))
  func cParts() throws {
    let (x, y) = (549_178, 367_242)
    let coverage = TileCoverage(ranges: [
      TileRange(zoom: 20, x: x..<(x + 1), y: y..<(y + 1)),
      TileRange(zoom: 21, x: (2 * x)..<(2 * x + 2), y: (2 * y)..<(2 * y + 1)),
    ])
    let folder = try TemporaryDirectory()
    let source = """
      #include <stdio.h>
      typedef _Bool BOOL;
      typedef unsigned long NSUInteger;
      \(ObjectiveCCoverage.source(CoverageTable(coverage)))
      \(ObjectiveCCoverage.tilePart.filled([:]))
      int main(void) {
        unsigned long zoom, x, y, overzoom;
        while (scanf("%lu %lu %lu %lu", &zoom, &x, &y, &overzoom) == 4) {
          TilePart part;
          if (FindTilePart(&part, x, y, zoom, overzoom)) {
            printf("%lu/%lu/%lu %lu %lu %lu\\n", part.zoom, part.x, part.y, part.levels, part.column, part.row);
          } else {
            printf("none\\n");
          }
        }
        return 0;
      }

      """
    let files = try folder.write([GeneratedFile(path: "main.c", contents: source)])
    try Compiler.clang?.compile([
      "-Wall", "-Wextra", "-Werror", files[0], "-o", folder.path("main"),
    ])
    let questions = """
      20 \(x) \(y) 4
      21 \(2 * x + 1) \(2 * y) 4
      21 \(2 * x) \(2 * y + 1) 4
      23 \(8 * x + 5) \(8 * y + 3) 4
      23 \(8 * x + 5) \(8 * y + 3) 1
      25 \(32 * x + 31) \(32 * y + 15) 4
      25 \(32 * x + 31) \(32 * y + 16) 4
      25 \(32 * x - 1) \(32 * y) 4
      26 \(64 * x) \(64 * y) 4
      3 0 0 4
      \(UInt.max) \(UInt.max) \(UInt.max) \(UInt.max)

      """
    let outcome = try Compiler.run(folder.path("main"), [], input: questions)
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        20/\(x)/\(y) 0 0 0
        21/\(2 * x + 1)/\(2 * y) 0 0 0
        none
        21/\(2 * x + 1)/\(2 * y) 2 1 3
        none
        21/\(2 * x + 1)/\(2 * y) 4 15 15
        none
        none
        none
        none
        none

        """)
  }

  /// Compiles the library that the stand-ins for Android read SQLite with into a folder.
  private func compileAndroid(into folder: TemporaryDirectory) throws {
    let root = Compiler.standIn("Android")
    let headers = try #require(Compiler.javaHeaders)
    try Compiler.clang?.compile([
      "-shared", "-fPIC", "-Wall", "-Werror", "-I", headers, "-I", headers + "/linux", "-o",
      folder.path("libdatabase.so"), "\(root)/database.c", "-lsqlite3",
    ])
  }

  /// Runs a program with the app's assets, an empty folder for its files, and the answers expected of
  /// each floor.
  private func runAndroid(
    _ program: String, classes: String, _ building: PackedBuilding, in folder: TemporaryDirectory
  ) throws -> String {
    let answers = try folder.write(
      building.layers.enumerated().map { index, layer in
        GeneratedFile(path: "answers\(index)", contents: PackedBuilding.answers(layer))
      })
    // The name of an asset is text of the locale.
    return try #require(Compiler.javaMachine).output(
      [
        "-Dsun.jnu.encoding=UTF-8", "-Djava.library.path=\(folder.path)", "-cp",
        "\(AndroidStandIns.classes.get().path):\(classes)", program, building.assets.path,
        folder.path("files"),
      ] + answers)
  }

  /// The output of the programs: wrong answers of eight threads a floor, how often assets were
  /// opened for the floor in a file, the copies of it, and the actions of the switch.
  private static let expectedReport = """
    0 0 0 0 0 0 0 0
    1 1 256 7.0
    0 0 0 0 0 0 0 0
    512 7.0
    1 1 0

    """

  @Test(
    "Java compiles without warnings and reads exactly the tiles, on eight threads at a time",
    .enabled(
      if: Compiler.java != nil && Compiler.javaMachine != nil && Compiler.javaHeaders != nil
        && Compiler.clang != nil, "a Java compiler and clang are not installed"))
  func java() throws {
    let building = try PackedBuilding()
    let folder = try TemporaryDirectory()
    try compileAndroid(into: folder)
    let main = """
      import android.content.Context;
      import com.google.android.gms.maps.GoogleMap;
      import com.google.android.gms.maps.model.Tile;
      import com.google.android.gms.maps.model.TileOverlayOptions;
      import com.google.android.gms.maps.model.TileProvider;
      import java.io.File;
      import java.nio.file.Files;
      import java.nio.file.Paths;
      import java.util.List;

      final class Main {
        static int wrong(TileProvider tiles, List<String> lines) {
          int wrong = 0;
          for (String line : lines) {
            String[] parts = line.split(" ");
            Tile tile = tiles.getTile(
                Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), Integer.parseInt(parts[0]));
            String answer =
                tile == TileProvider.NO_TILE ? "none" : tile == null ? "lost" : new String(tile.data);
            if (!answer.equals(parts[3])) wrong++;
          }
          return wrong;
        }

        public static void main(String[] arguments) throws Exception {
          File files = new File(arguments[1]);
          Context context = new Context(new File(arguments[0]), files);
          // The rest of an older version of the app.
          new File(files, "PackedFloor0Tiles").mkdirs();
          Files.write(Paths.get(arguments[1], "PackedFloor0Tiles", "old.mbtiles"), new byte[9]);
          for (PackedFloor floor : PackedFloor.values()) {
            List<String> lines = Files.readAllLines(Paths.get(arguments[2 + floor.ordinal()]));
            int[] wrong = new int[8];
            Thread[] threads = new Thread[8];
            for (int i = 0; i < 8; i++) {
              int number = i;
              threads[i] = new Thread(() -> {
                wrong[number] = wrong(floor.createTileProvider(context), lines);
              });
              threads[i].start();
            }
            StringBuilder report = new StringBuilder();
            for (int i = 0; i < 8; i++) {
              threads[i].join();
              report.append(report.length() == 0 ? "" : " ").append(wrong[i]);
            }
            System.out.println(report);
            TileOverlayOptions options = floor.createOptions(context);
            Tile first = options.getTileProvider().getTile(4, 2, 3);
            String facts = first.width + " " + options.getZIndex();
            System.out.println(floor.ordinal() == 1 ? facts : context.getAssets().openCount + " "
                + new File(files, "PackedFloor0Tiles").list().length + " " + facts);
          }
          GoogleMap map = new GoogleMap();
          PackedFloorSwitch floors = new PackedFloorSwitch(map, context);
          floors.show(PackedFloor.FLOOR0);
          int one = map.overlayCount;
          floors.show(PackedFloor.FLOOR1);
          int other = map.overlayCount;
          floors.show(null);
          System.out.println(one + " " + other + " " + map.overlayCount);
        }
      }

      """
    let sources = try folder.write(
      ClientCode.generate(.java, forLocated: building.layers, named: "Packed")
        + ClientCode.generate(.java, forLocated: building.besideServer(), named: "Mixed")
        + [GeneratedFile(path: "Main.java", contents: main)])
    try Compiler.java?.compile(
      [
        "--release", "8", "-Xlint:all", "-Xlint:-options", "-Werror", "-encoding", "UTF-8", "-cp",
        AndroidStandIns.classes.get().path, "-d", folder.path("out"),
      ] + sources)
    #expect(
      try runAndroid("Main", classes: folder.path("out"), building, in: folder)
        == Self.expectedReport)
  }

  @Test(
    "Kotlin compiles without warnings and reads exactly the tiles, on eight threads at a time",
    .enabled(
      if: Compiler.kotlin != nil && Compiler.java != nil && Compiler.javaMachine != nil
        && Compiler.javaHeaders != nil && Compiler.clang != nil, "kotlinc is not installed"))
  func kotlin() throws {
    let building = try PackedBuilding()
    let folder = try TemporaryDirectory()
    try compileAndroid(into: folder)
    let main = """
      import android.content.Context
      import com.google.android.gms.maps.GoogleMap
      import com.google.android.gms.maps.model.TileProvider
      import java.io.File
      import kotlin.concurrent.thread

      fun wrong(tiles: TileProvider, lines: List<String>): Int = lines.count { line ->
        val parts = line.split(" ")
        val tile = tiles.getTile(parts[1].toInt(), parts[2].toInt(), parts[0].toInt())
        val answer =
          if (tile === TileProvider.NO_TILE) "none" else if (tile == null) "lost" else String(tile.data)
        answer != parts[3]
      }

      fun main(arguments: Array<String>) {
        val files = File(arguments[1])
        val context = Context(File(arguments[0]), files)
        File(files, "PackedFloor0Tiles").mkdirs()
        File(files, "PackedFloor0Tiles/old.mbtiles").writeText("old")
        for (floor in PackedFloor.values()) {
          val lines = File(arguments[2 + floor.ordinal]).readLines()
          val counts = IntArray(8)
          val threads = counts.indices.map { number ->
            thread { counts[number] = wrong(floor.createTileProvider(context), lines) }
          }
          threads.forEach { it.join() }
          println(counts.joinToString(" "))
          val options = floor.createOptions(context)
          val facts = "${options.tileProvider.getTile(4, 2, 3)?.width} ${options.zIndex}"
          val copies = File(files, "PackedFloor0Tiles").list()?.size
          println(if (floor.ordinal == 1) facts else "${context.assets.openCount} $copies $facts")
        }
        val map = GoogleMap()
        val floors = PackedFloorSwitch(map, context)
        floors.show(PackedFloor.FLOOR0)
        val one = map.overlayCount
        floors.show(PackedFloor.FLOOR1)
        val other = map.overlayCount
        floors.show(null)
        println("$one $other ${map.overlayCount}")
      }

      """
    let sources = try folder.write(
      ClientCode.generate(.kotlin, forLocated: building.layers, named: "Packed")
        + ClientCode.generate(.kotlin, forLocated: building.besideServer(), named: "Mixed")
        + [GeneratedFile(path: "Main.kt", contents: main)])
    // The compiler's own start can warn about the machine's Java.
    _ = try Compiler.kotlin?.output(
      [
        "-Werror", "-cp", AndroidStandIns.classes.get().path, "-include-runtime", "-d",
        folder.path("main.jar"),
      ]
        + sources)
    #expect(
      try runAndroid("MainKt", classes: folder.path("main.jar"), building, in: folder)
        == Self.expectedReport)
  }

  @Test("What cannot be packed with an app is refused, and says what to do")
  func refusals() throws {
    let building = try PackedBuilding()
    for kind in ClientKind.allCases where !kind.readsFiles {
      // A style, and code for Flutter, read a folder whichever way its rows count.
      let readsFolders = [.mapLibre, .googleMapsFlutter, .flutterMap].contains(kind)
      for layer in building.layers where !readsFolders || layer.location != .bundle {
        let error = #expect(throws: CodegenError.self) {
          try ClientCode.generate(kind, forLocated: [layer])
        }
        // React Native reads folders, but none whose rows count from the south.
        let name = layer.definition.name
        let expected: CodegenError =
          kind == .reactNative && layer.location == .bundle
          ? .southernRows(layer: name, client: kind.rawValue)
          : .noAppFiles(layer: name, client: kind.rawValue)
        #expect(error == expected)
      }
    }
    for name in ["", "a/b.mbtiles", "a\0b"] {
      var layer = building.layers[0]
      layer.location = .file(name: name)
      #expect(throws: CodegenError.invalidFileName(layer: layer.definition.name, name)) {
        try ClientCode.generate(.swift, forLocated: [layer])
      }
    }
    for url in ["https://a.example/{z}/{x}/{y}.png", "../{z}/{x}/{y}.png", "a/%2e%2E/{z}/{x}/{y}"] {
      var layer = building.layers[1]
      layer.definition.urlTemplate = try TileTemplate(url: url, format: .png)
      #expect(throws: CodegenError.self, "\(url)") {
        try ClientCode.generate(.kotlin, forLocated: [layer])
      }
    }
    var beside = building.layers
    beside[1].location = .urls
    let error = #expect(throws: CodegenError.self) {
      try ClientCode.generate(.swift, forLocated: beside)
    }
    #expect(error == .relativeBesideApp(layer: beside[1].definition.name))
    #expect(error?.report.nextStep?.contains("bundle") == true)
  }
}
