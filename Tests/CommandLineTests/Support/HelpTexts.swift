/// The help texts as they are meant to be.
enum HelpTexts {
  static let root = #"""
    OVERVIEW: Turns a georeferenced image into map tiles and what an app needs to
    show them.

    Exit codes: 0 done; 1 findings; 2 bad usage, bad input, or the output exists; 3
    something cannot be read or written, or the disk is full; 4 a fault of the
    program; 130 or 143 interrupted.
    Data goes to standard output, progress and messages to standard error.

    USAGE: tilepyramid <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      build                   Builds the tiles of an image, or of the floors of a
                              building.
      info                    Says what an image, a store of tiles or a building
                              is, its georeference, and what is wrong.
      georeference            Georeferences an image, shows how well it fits, and
                              writes a world file or .points.
      layers                  Generates the code with which an app shows layers.
      snapshot                Draws what a camera sees of layers as a PNG file.
      serve                   Serves tiles and a page that shows them, on 127.0.0.1.
      verify                  Checks a folder or file of tiles, whoever made it, or
                              a building.
      diff                    Says which tiles of two stores or buildings differ,
                              were added, or went.
      convert                 Copies tiles, or a part of them, into a store of
                              another format.
      building                Works on the manifests of buildings.
      plan                    Plans a build that many processes or machines make
                              together.
      merge                   Makes a pyramid of the shards of a job, or of several
                              stores.
      job                     Says which shards of a job are made, missing or
                              damaged.

      See 'tilepyramid help <subcommand>' for detailed help.

    """#

  static let build = #"""
    OVERVIEW: Builds the tiles of an image, or of the floors of a building.

      tilepyramid build plan.png --corners "lat,lng ..." -o tiles --preview
      tilepyramid build ortho.tif --format jpeg -o ortho.mbtiles
      tilepyramid build building.yml -o tiles --preview

    The georeference is taken from one of --world-file, --bounds, --corners, --gcp,
    --gcp-file, --kml and --anchor. Without one, a TIFF has an .aux.xml, its
    GeoTIFF tags or a world file, in this order, and other images a world file
    (.pgw, .jgw, .wld, ...) or an .aux.xml. The system of a world file is that of
    --crs, else of the .aux.xml, a .prj, or the GeoTIFF keys.
    A source ending in .yml or .yaml, or a folder with a building.yml, is the
    manifest of a building, which says all of this for its floors. With it go
    --output, --overwrite, --update, --keep-others, --hard-links, --preview and the
    options of running.
    Several rasters make one picture, each placed by its own tags, the files beside
    it, or the VRT that names it. Those on one grid of pixels are read as one
    image; others are composited where they meet.
    A PDF is drawn by pdftocairo (poppler-utils), an SVG by rsvg-convert
    (librsvg2-bin), for every zoom; they must be installed.

    USAGE: tilepyramid build [<options>] <source> ... --output <path>
           tilepyramid build --job <folder> --shard <n> [<options>]

    ARGUMENTS:
      <source>                What to tile: an image (PNG, JPEG, WebP, HEIC, AVIF,
                              TIFF, JPEG 2000), a plan (PDF, SVG), the manifest of
                              a building, or the images of one picture: several
                              rasters, a folder of them, @FILE with a path a line,
                              a VRT of GDAL, or an index in GeoJSON or STAC.

    OUTPUT:
      -o, --output <path>     Write into this folder, or into a file ending in
                              .pmtiles, .gpkg or .mbtiles.
      --preview               Put preview.html beside the tiles of a folder, which
                              shows them in a browser.
      --overwrite             Replace an output that this program made and that
                              holds nothing else.
      --update                Replace an output, keeping the tiles that come out
                              the same; list those that do not.
      --keep-others           With --overwrite or --update: carry over what others
                              put into the folder.
      --hard-links            Store equal tiles of a folder once, as hard links.
      --path <template>       Name the tiles in the folder so (default:
                              {z}/{x}/{y}.{ext}).
      --scheme <scheme>       Count rows in names from the north (xyz) or the south
                              (tms). (default: xyz)

    GEOREFERENCE:
      --corners <corners>     Place it by its outer corners, "lat,lng lat,lng
                              lat,lng lat,lng": top-left, top-right, bottom-right,
                              bottom-left.
      --gcp-file <file>       Read control points from a .points file of QGIS, a
                              table px,py,lat,lng or with a header, lines -gcp of
                              gdal_translate, or an annotation of Allmaps.
      --gcp <px,py,lat,lng>   Place it by control points; give two or more. Pixels
                              count from the top left corner, y down.
      --transform <kind>      Fit control points, also those in a GeoTIFF, by
                              similarity, affine, projective, polynomial2,
                              polynomial3 or tps (default: similarity for two
                              points, affine for more).
      --anchor <lat,lng>      Place it by the coordinates of one pixel; needs
                              --metres-per-pixel or --scale.
      --metres-per-pixel <m>  State the size of a pixel on the ground, for --anchor.
      --scale <1:n>           State the scale of the drawing on paper, for
                              --anchor; a scan needs --dpi, too, where its file
                              states no resolution.
      --bearing <degrees>     State the compass direction of the image's top,
                              clockwise, for --anchor (default: 0), or roughly for
                              --fit-outline.
      --anchor-pixel <px,py>  Choose the pixel that --anchor places (default: the
                              centre).
      --world-file <file>     Place it by a world file, which needs --crs unless
                              there is a .prj.
      --bounds <W,S,E,N>      Place it by its edges in degrees, longitude first, or
                              in the unit of a projected --crs.
      --crs <EPSG:n>          Name the system of a world file or of control points,
                              or in which bounds are linear, by a code such as
                              EPSG:32633, a full name, well-known text, or a string
                              of PROJ.
      --kml <file>            Place it by the GroundOverlay of the image in a KML
                              or KMZ file.
      --fit-outline <file>    Place it by fitting its edge to a building's outline
                              in a GeoJSON file; it ends with 1 where that is not
                              sure.
      --feature <id>          Name the outline for --fit-outline: the id, @id or
                              name of its feature, or its number from 1.
      --grid <kind>           Give image for an image without coordinates: tiles
                              are of the picture itself, whose pixels are those of
                              the deepest zoom, from the top left corner of tile
                              0/0.

    TILES AND PIXELS:
      --format <format>       Write tiles as png, jpeg, webp, avif, or hybrid: jpeg
                              where opaque, else png. (default: png)
      --quality <n>           Set the quality of jpeg, 1 to 100, webp and avif, 0
                              to 100 (default: 80).
      --lossless              Make webp lossless.
      --effort <effort>       Choose how hard to compress: fast, balanced or
                              smallest. (default: balanced)
      --max-zoom <n|auto>     End at this zoom, the deepest; auto is the image's
                              resolution. (default: auto)
      --min-zoom <n|auto>     Begin at this zoom; auto is where the image is no
                              larger than a tile. (default: auto)
      --zoom-rounding <way>   Round auto to a zoom: up, nearest or down; up loses
                              no detail. (default: up)
      --tile-size <n>         Make tiles of 256 or 512 pixels a side. (default: 256)
      --retina                Write 512-pixel tiles beside the 256-pixel ones, as
                              {z}/{x}/{y}@2x.png: those of a zoom have the pixels
                              of the zoom below it, so that the deepest zoom has
                              none.
      --overview-resampling <kernel>
                              Make overviews by average, nearest, darken, which
                              keeps thin dark lines, or keep, which keeps light
                              ones, too (default: average).
      --overview-light <light>
                              Average overviews in srgb, or linear, which keeps how
                              bright fine patterns are, so that thin dark lines get
                              paler (default: srgb).
      --resampling <kernel>   Resample by nearest, bilinear, cubic, lanczos or
                              average. (default: cubic)
      --encoding <encoding>   Make tiles of the heights in a TIFF of one band, as
                              terrarium (steps of 1/256 m) or mapbox (0.1 m)
                              colours, for terrain and hillshades.
      --nodata-height <metres>
                              Fill tiles with this height where the image has none
                              (default: none, transparent).
      --keep-empty            Write transparent tiles where there is no image, too,
                              even if nothing else is to be seen.
      --max-tiles <n>         Refuse to plan more tiles than this (default:
                              10000000).

    RUNNING:
      --dry-run               Show what would be built, and write nothing.
      --json                  With --dry-run: show it as JSON.
      --resume                Resume a build of the same output that was stopped or
                              killed, if there is one; make nothing where it is
                              complete.
      --threads <n>           Use so many threads, as far as the memory allows
                              (default: the processors available).
      --memory-limit <size>   Stay below so much memory. (default: 1G)
      --temp-dir <folder>     Put scratch files into this folder (default: the
                              system's).
      --progress <style>      Show progress as bar, plain, json, none, or auto,
                              which is a bar on a terminal. (default: auto)

    LAYER DEFINITION:
      --floor <id>            State the storey's identifier, which {floor} stands
                              for.
      --name <text>           State the name shown to people (default: the image's).
      --description <text>    State a sentence about the content.
      --attribution <text>    State who must be credited.
      --tileset-version <a.b.c>
                              State the version of the tiles. (default: 1.0.0)
      --type <kind>           Call the layer an overlay or a baselayer. (default:
                              overlay)
      --url <template>        State where the tiles will be found (default: the
                              path template, relative to layer.json).
      --z-index <n>           Set the drawing order; larger is above. (default: 0)
      --opacity <fraction>    Set the opacity to draw with, 0 to 1. (default: 1)

    WHAT IS USED OF IT:
      --cutline <file>        Use what is inside the polygons of a GeoJSON file, in
                              lng,lat or its crs member's system; the rest becomes
                              transparent, with smooth edges.
      --clip-bounds <W,S,E,N> Use a box in degrees, longitude first.
      --outline <corners>     Use a polygon in pixels of the image, "px,py px,py
                              px,py ..."; a legend and a title block outside it are
                              not tiled.

    SAMPLES OF THE IMAGE:
      --paper <auto|colour>   Take paper out of the colours, so that ink with soft
                              edges is left: a colour, or auto to find it.
      --paper-tolerance <levels>
                              Allow paper to vary by so many levels of 8 bits
                              (default: as much as it does).
      --paper-outside         Take paper out only where it is connected with the
                              edge of the image.
      --ink <keep|invert>     Choose what becomes of the colours of ink: keep, or
                              invert their lightness and keep their hue, for dark
                              maps (default: keep).
      --crop <auto>           Take the margins off the image: auto, those of paper,
                              or transparent ones.
      --transparent <colour>  Make a colour transparent, #RRGGBB or a name such as
                              white.
      --background <colour>   Show this colour through transparent parts of the
                              image, and of jpeg tiles (there white), #RRGGBB or a
                              name.
      --nodata <value>        Take this nodata value instead of the file's.
      --nodata-tolerance <levels>
                              Allow samples of lossy files to be so many levels of
                              8 bits from nodata; then only what is connected with
                              the edge of the image becomes transparent (default:
                              0, exactly nodata, wherever it is).
      --stretch <none|percent|min,max>
                              Bring samples of a TIFF, a JPEG 2000 or a 16-bit PNG
                              to 8 bits by none, percent (2nd to 98th percentile),
                              or the two values that become black and white
                              (default: none for unsigned samples of up to 16 bits
                              that use a quarter of their range or more, else
                              percent).
      --bands <r,g,b>         Draw these bands of a TIFF or JPEG 2000, counted from
                              1: one for grey, three for red, green and blue, a
                              fourth for alpha (default: what the file says of its
                              bands).
      --color <convert|keep>  Choose what becomes of colours that an ICC profile or
                              chunks of a PNG say are not sRGB: convert to sRGB, or
                              keep, which takes samples as they are (default:
                              convert).
      --hillshade             Draw the heights in a TIFF of one band as a
                              hillshade, grey or with --color-relief in colours.
      --color-relief <file>   Draw the heights in a TIFF of one band in the colours
                              of a file, as gdaldem color-relief has them.
      --vertical-unit <unit>  Take this unit of heights instead of the file's: m,
                              ft or us-ft.

    PDF AND SVG:
      --page <n>              Choose the page of a PDF or a TIFF (default: 1).
      --dpi <n>               Set the resolution in which pixels are counted
                              (default: 150 for PDF, 96 for SVG); for a scan, state
                              the one that --scale needs.
      --layers <a,b>          Draw only these groups at the top of an SVG, by id or
                              label.

    SEVERAL IMAGES:
      --on-top <which>        Choose which image lies on top where several show
                              something: last or first of the list, finest, or
                              newest. (default: last)
      --feather <pixels>      Blend images where several show something, over so
                              many pixels of the deepest zoom from where each ends:
                              1 to 256. Each image is then resampled by itself.
      --cut-to-footprints     Use of each image of an index in GeoJSON what is
                              inside the geometry of its feature.
      --headers <file>        Keep what the headers of images say in a file, and do
                              not open images the next time that are as they were.
      --skip-damaged          Leave out images that are missing or damaged; build
                              lists them, and ends with 1.

    A SHARD OF A JOB, INSTEAD OF A SOURCE:
      --job <folder>          The folder of a job that plan made.
      --shard <n>             Make this shard: a number from 0, or auto for the one
                              that the scheduler of an array job tells.
      --of <n>                With auto: say how many tasks there are, of which
                              each makes every n-th shard (default: what the
                              scheduler tells).

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.


    """#
}
