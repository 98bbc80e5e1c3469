import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Code for Android")
struct AndroidTests {
  /// Compiles Java without warnings, and returns what its class `Main` prints.
  private func runJava(
    _ sources: [String], in folder: TemporaryDirectory, isOld: Bool = true
  ) throws -> String? {
    let sdk = try AndroidStandIns.classes.get().path
    try Compiler.java?.compile(
      (isOld ? ["--release", "8", "-Xlint:-options"] : [])
        + ["-Xlint:all", "-Werror", "-encoding", "UTF-8", "-cp", sdk, "-d", folder.path("out")]
        + sources)
    return try Compiler.javaMachine?.output(["-cp", "\(sdk):\(folder.path("out"))", "Main"])
  }

  @Test(
    "Java compiles without warnings and answers for exactly the tiles",
    .enabled(if: Compiler.java != nil && Compiler.javaMachine != nil))
  func java() throws {
    let layers = try HostileBuilding.floors()
    let folder = try TemporaryDirectory()
    let main = """
      import com.example.floors.HostileFloor;
      import com.google.android.gms.maps.model.UrlTileProvider;
      import java.net.URL;
      import java.nio.charset.StandardCharsets;

      final class Main {
        static String bytes(String text) {
          StringBuilder line = new StringBuilder();
          for (byte item : text.getBytes(StandardCharsets.UTF_8)) {
            line.append(line.length() == 0 ? "" : " ").append(item & 255);
          }
          return line.toString();
        }

        public static void main(String[] arguments) throws Exception {
          URL base = new URL("\(HostileBuilding.base)");
          StringBuilder out = new StringBuilder();
          for (HostileFloor floor : HostileFloor.values()) {
            out.append(bytes(floor.id)).append('\\n').append(bytes(floor.title)).append('\\n');
            out.append(floor.level == null ? "nil" : floor.level.toString()).append('\\n');
            if (floor.ordinal() % 11 != 1) continue;
            UrlTileProvider tiles = floor.createTileProvider(base);
            for (int zoom = 3; zoom <= 6; zoom++) {
              for (int y = 0; y < 36; y++) {
                for (int x = 0; x < 36; x++) {
                  URL url = tiles.getTileUrl(x, y, zoom);
                  out.append(url == null ? "nil" : url.toString()).append('\\n');
                }
              }
            }
            for (int[] place : new int[][] {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {0, 0, 31}}) {
              if (tiles.getTileUrl(place[0], place[1], place[2]) != null) {
                throw new IllegalStateException(floor.id);
              }
            }
          }
          System.out.write(out.toString().getBytes(StandardCharsets.UTF_8));
          System.out.flush();
        }
      }

      """
    let sources = try folder.write(
      ClientCode.generate(.java, for: layers, named: "Hostile", package: "com.example.floors")
        + [GeneratedFile(path: "Main.java", contents: main)])
    let output = try runJava(sources, in: folder)
    try HostileBuilding.check(
      try #require(output), of: layers, asked: HostileBuilding.isAsked)
  }

  /// The output of the programs below for the museum and the site plan.
  private static let expectedFacts = """
    256 100.0 0.0 -1
    512 100.0 0.0 0
    256 100.0 0.0 null
    256 -3.0 0.65 179.5 -179.5
    1 1 0
    true false true false

    """

  @Test(
    "Java states sizes, order and opacity as the SDK counts, and switches floors",
    .enabled(if: Compiler.java != nil && Compiler.javaMachine != nil))
  func javaFacts() throws {
    let folder = try TemporaryDirectory()
    let main = """
      import com.google.android.gms.maps.GoogleMap;
      import com.google.android.gms.maps.model.TileOverlayOptions;
      import com.google.android.gms.maps.model.UrlTileProvider;
      import java.net.URL;

      final class Main {
        static TileOverlayOptions shown(int overzoom) {
          GoogleMap map = new GoogleMap();
          new MuseumFloorSwitch(map, overzoom).show(MuseumFloor.BASEMENT);
          return map.last;
        }

        public static void main(String[] arguments) throws Exception {
          for (MuseumFloor floor : MuseumFloor.values()) {
            TileOverlayOptions options = floor.createOptions();
            UrlTileProvider tiles = floor.createTileProvider();
            System.out.println(tiles.width + " " + options.getZIndex() + " "
                + options.getTransparency() + " " + floor.level);
          }
          SitePlanTiles tiles = new SitePlanTiles(new URL("https://base.example/"));
          TileOverlayOptions options = tiles.createOptions();
          System.out.println(tiles.width + " " + options.getZIndex() + " "
              + options.getTransparency() + " " + SitePlanTiles.BOUNDS.southwest.longitude + " "
              + SitePlanTiles.BOUNDS.northeast.longitude);
          GoogleMap map = new GoogleMap();
          MuseumFloorSwitch floors = new MuseumFloorSwitch(map);
          floors.show(MuseumFloor.BASEMENT);
          int one = map.overlayCount;
          floors.show(MuseumFloor.ETAGE1_CAFE);
          int other = map.overlayCount;
          if (floors.getFloor() != MuseumFloor.ETAGE1_CAFE) throw new IllegalStateException();
          floors.show(null);
          System.out.println(one + " " + other + " " + map.overlayCount);
          StringBuilder plain = new StringBuilder();
          for (TileOverlayOptions shown : new TileOverlayOptions[] {
            MuseumFloor.BASEMENT.createOptions(0), MuseumFloor.BASEMENT.createOptions(), shown(0), shown(4)
          }) {
            plain.append(shown.getTileProvider() instanceof UrlTileProvider ? " true" : " false");
          }
          System.out.println(plain.substring(1));
        }
      }

      """
    let sources = try folder.write(
      Compiler.samples(.java).prefix(2).flatMap(\.self)
        + [GeneratedFile(path: "Main.java", contents: main)])
    let output = try runJava(sources, in: folder, isOld: false)
    #expect(output == Self.expectedFacts)
  }

  @Test(
    "Java follows the floor picker of the map by names, then by the order of floors, in the variant chosen",
    .enabled(if: Compiler.java != nil && Compiler.javaMachine != nil))
  func javaIndoorMaps() throws {
    let folder = try TemporaryDirectory()
    let main = """
      import com.google.android.gms.maps.GoogleMap;
      import com.google.android.gms.maps.model.IndoorBuilding;
      import com.google.android.gms.maps.model.UrlTileProvider;

      final class Main {
        static String shown(GoogleMap map, IndoorBuilding building) {
          map.last = null;
          map.focused = building;
          map.listener.onIndoorLevelActivated(building);
          return map.last == null
              ? "none"
              : new String(map.last.getTileProvider().getTile(1, 0, 1).data);
        }

        public static void main(String[] arguments) {
          GoogleMap map = new GoogleMap();
          map.focused = new IndoorBuilding(0, "l1/Upper", "x/y", "L0/Lower");
          GalleryFloorSwitch floors = new GalleryFloorSwitch(map);
          System.out.println(floors.getFloor() + " " + map.isIndoorEnabled);
          System.out.println(shown(map, new IndoorBuilding(2, "l1/Upper", "x/y", "l0/Lower")));
          System.out.println(shown(map, new IndoorBuilding(1, "l1/Upper", "x/y", "l0/Lower")));
          System.out.println(shown(map, new IndoorBuilding(1, "2/ground FLOOR", "1/First floor")));
          floors.show(GalleryFloor.FIRST_FLOOR, GalleryFloorVariant.DARK);
          System.out.println(shown(map, new IndoorBuilding(1, "2/two", "1/one")));
          System.out.println(shown(map, new IndoorBuilding(-1, "2/two", "1/one")));
          GoogleMap other = new GoogleMap();
          new AnnexFloorSwitch(other);
          System.out.println(other.isIndoorEnabled + " " + other.overlayCount);
        }
      }

      """
    let sources = try folder.write(
      Compiler.samples(.java).suffix(2).flatMap(\.self)
        + [GeneratedFile(path: "Main.java", contents: main)])
    let output = try runJava(sources, in: folder)
    #expect(
      output == """
        FIRST_FLOOR true
        /L0/1/1/0.png
        none
        /L1/1/1/0.png
        /L0-dark/1/1/0.png
        none
        false 0

        """)
  }

  @Test(
    "Kotlin compiles without warnings, answers for exactly the tiles and switches floors",
    .enabled(
      if: Compiler.kotlin != nil && Compiler.java != nil && Compiler.javaMachine != nil,
      "kotlinc is not installed"))
  func kotlin() throws {
    // The compiler is slow.
    let layers = try HostileBuilding.floors().enumerated().filter { $0.offset % 10 == 0 }
      .map(\.element)
    let folder = try TemporaryDirectory()
    let sdk = try AndroidStandIns.classes.get()
    let main = """
      import com.google.android.gms.maps.GoogleMap
      import com.google.android.gms.maps.model.UrlTileProvider
      import java.net.URL

      fun bytes(text: String) =
        text.toByteArray(Charsets.UTF_8).joinToString(" ") { (it.toInt() and 255).toString() }

      fun facts() {
        for (floor in MuseumFloor.values()) {
          val options = floor.createOptions()
          val tiles = floor.createTileProvider()
          println("${tiles.width} ${options.zIndex} ${options.transparency} ${floor.level}")
        }
        val tiles = SitePlanTiles(URL("https://base.example/"))
        val options = tiles.createOptions()
        val bounds = SitePlanTiles.BOUNDS
        println("${tiles.width} ${options.zIndex} ${options.transparency} "
          + "${bounds.southwest.longitude} ${bounds.northeast.longitude}")
        val map = GoogleMap()
        val floors = MuseumFloorSwitch(map)
        floors.show(MuseumFloor.BASEMENT)
        val one = map.overlayCount
        floors.show(MuseumFloor.ETAGE1_CAFE)
        val other = map.overlayCount
        check(floors.floor == MuseumFloor.ETAGE1_CAFE)
        floors.show(null)
        println("$one $other ${map.overlayCount}")
        fun shown(overzoom: Int) = GoogleMap().also { MuseumFloorSwitch(it, overzoom).show(MuseumFloor.BASEMENT) }.last
        val basement = MuseumFloor.BASEMENT
        println(listOf(basement.createOptions(0), basement.createOptions(), shown(0), shown(4))
          .joinToString(" ") { "${it.tileProvider is UrlTileProvider}" })
      }

      fun main() {
        val base = URL("\(HostileBuilding.base)")
        val out = StringBuilder()
        for (floor in HostileFloor.values()) {
          out.append(bytes(floor.id)).append('\\n').append(bytes(floor.title)).append('\\n')
          out.append(floor.level?.toString() ?: "nil").append('\\n')
          val tiles = floor.createTileProvider(base)
          for (zoom in 3..6) for (y in 0..35) for (x in 0..35) {
            out.append(tiles.getTileUrl(x, y, zoom)?.toString() ?: "nil").append('\\n')
          }
          check(tiles.getTileUrl(0, 0, 31) == null && tiles.getTileUrl(-1, 0, 0) == null)
        }
        facts()
        System.out.write(out.toString().toByteArray(Charsets.UTF_8))
        System.out.flush()
      }

      """
    let sources = try folder.write(
      ClientCode.generate(.kotlin, for: layers, named: "Hostile")
        + ClientCode.generate(.kotlin, for: SampleLayers.museum(), named: "Museum")
        + ClientCode.generate(.kotlin, for: [SampleLayers.sitePlan()])
        + [GeneratedFile(path: "Main.kt", contents: main)])
    // The compiler's own start can warn about the machine's Java.
    _ = try Compiler.kotlin?.output(
      [
        "-Werror", "-cp", sdk.path, "-include-runtime", "-d",
        folder.path("main.jar"),
      ] + sources)
    let output = try #require(
      try Compiler.javaMachine?.output(
        ["-cp", "\(sdk.path):\(folder.path("main.jar"))", "MainKt"]))
    #expect(output.hasPrefix(Self.expectedFacts))
    try HostileBuilding.check(String(output.dropFirst(Self.expectedFacts.count)), of: layers)
  }

  @Test(
    "Four zooms beyond the deepest each pixel of the part is repeated, and holes stay holes",
    .enabled(if: Compiler.java != nil && Compiler.javaMachine != nil),
    arguments: [ClientKind.java, .kotlin].filter { $0 == .java || Compiler.kotlin != nil })
  func overzoom(kind: ClientKind) throws {
    let folder = try TemporaryDirectory()
    let sdk = try AndroidStandIns.classes.get()
    let (x, y) = (549_178, 367_242)
    let layer = LayerDefinition(
      name: "Edge",
      urlTemplate: try TileTemplate(path: "{z}-{x}-{y}.png", format: .png).relativeURL,
      bounds: GeographicBounds(west: 8, south: 47, east: 9, north: 48),
      coverage: TileCoverage(ranges: [
        TileRange(zoom: 20, x: x..<(x + 1), y: y..<(y + 1)),
        TileRange(zoom: 21, x: (2 * x)..<(2 * x + 2), y: (2 * y)..<(2 * y + 1)),
        TileRange(zoom: 21, x: (2 * x)..<(2 * x + 1), y: (2 * y + 1)..<(2 * y + 2)),
      ]))
    let main = """
      import com.google.android.gms.maps.model.Tile;
      import com.google.android.gms.maps.model.TileProvider;
      import java.awt.image.BufferedImage;
      import java.io.ByteArrayInputStream;
      import java.io.File;
      import javax.imageio.ImageIO;

      final class Main {
        /** Whether a tile of a zoom is made of the pixels of the tile of zoom 21 that it is in. */
        static String answer(TileProvider tiles, int x, int y, int zoom) throws Exception {
          Tile tile = tiles.getTile(x, y, zoom);
          if (tile == TileProvider.NO_TILE) return "none";
          if (tile == null) return "lost";
          BufferedImage image = ImageIO.read(new ByteArrayInputStream(tile.data));
          int parts = 1 << (zoom - 21);
          for (int row = 0; row < 256; row++) {
            for (int column = 0; column < 256; column++) {
              int red = (x % parts * 256 + column) / parts;
              int green = (y % parts * 256 + row) / parts;
              int blue = 64 * (2 * (y / parts % 2) + x / parts % 2);
              int alpha = column == 0 && row == 0 ? image.getRGB(0, 0) >>> 24 : 255;
              if (alpha != 255 || image.getWidth() != 256) return "wrong";
              if ((image.getRGB(column, row) & 0xFFFFFF) != (red << 16 | green << 8 | blue)) return "wrong";
            }
          }
          return "right";
        }

        public static void main(String[] arguments) throws Exception {
          File folder = new File(arguments[0]);
          for (int child = 0; child < 3; child++) {
            BufferedImage image = new BufferedImage(256, 256, BufferedImage.TYPE_INT_ARGB);
            for (int i = 0; i < 65536; i++) {
              image.setRGB(i % 256, i / 256, 0xFF000000 | i % 256 << 16 | i / 256 << 8 | 64 * child);
            }
            String name = "21-" + (\(2 * x) + child % 2) + "-" + (\(2 * y) + child / 2) + ".png";
            ImageIO.write(image, "PNG", new File(folder, name));
          }
          EdgeTiles edge = new EdgeTiles(folder.toURI().toURL());
          TileProvider[] providers = {
            edge.createOptions().getTileProvider(), edge.createOptions(0).getTileProvider()
          };
          for (int zoom = 21; zoom <= 26; zoom++) {
            int shift = zoom - 21;
            StringBuilder line = new StringBuilder().append(zoom);
            for (TileProvider tiles : providers) {
              for (int child = 0; child < 4; child++) {
                int x = \(2 * x) + child % 2 << shift;
                int y = \(2 * y) + child / 2 << shift;
                int inside = (1 << shift) - 1;
                line.append(' ').append(answer(tiles, x + inside / 3, y + inside, zoom));
              }
              line.append(' ').append(answer(tiles, (\(2 * x) << shift) - 1, \(2 * y) << shift, zoom));
            }
            System.out.println(line);
          }
        }
      }

      """
    let code = try ClientCode.generate(kind, for: [layer])
    let files = try folder.write(
      code + [GeneratedFile(path: "Main.java", contents: main)])
    if kind == .kotlin {
      _ = try Compiler.kotlin?.output(
        ["-Werror", "-cp", sdk.path, "-include-runtime", "-d", folder.path("code.jar"), files[0]])
    }
    let path = "\(sdk.path):\(folder.path("code.jar")):\(folder.path("out"))"
    try Compiler.java?.compile(
      ["-encoding", "UTF-8", "-cp", path, "-d", folder.path("out")]
        + (kind == .kotlin ? Array(files.suffix(1)) : files))
    let output = try Compiler.javaMachine?.output(["-cp", path, "Main", folder.path])
    let plain = "right right right none none"
    let none = "none none none none none"
    #expect(
      output == """
        21 \(plain) \(plain)
        22 \(plain) \(none)
        23 \(plain) \(none)
        24 \(plain) \(none)
        25 \(plain) \(none)
        26 \(none) \(none)

        """)
  }

  @Test("A package is named at the top of every file, and only where there are packages")
  func packages() throws {
    for (kind, line) in [(ClientKind.java, "package a.b_1;\n"), (.kotlin, "package a.b_1\n")] {
      for file in try ClientCode.generate(kind, for: SampleLayers.museum(), package: "a.b_1") {
        #expect(file.contents.contains("\n\(line)\nimport "), "\(file.path)")
      }
      for text in ["", ".", "a.", "1a", "a b", "a.class", "a.fun", "a-b", "é", "a\nb", "_"] {
        #expect(throws: CodegenError.invalidPackage(text)) {
          try ClientCode.generate(kind, for: SampleLayers.museum(), package: text)
        }
      }
    }
    for kind in ClientKind.allCases where !kind.hasPackages {
      #expect(throws: CodegenError.packageWithout(client: kind.rawValue)) {
        try ClientCode.generate(kind, for: SampleLayers.museum(), package: "a.b")
      }
    }
  }
}
