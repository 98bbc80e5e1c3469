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

    The georeference is taken from one of --world-file, --bounds, --corners, --gcp,
    --gcp-file, --kml and --anchor; else, for a TIFF, from an .aux.xml, its GeoTIFF
    tags or a world file, and for other images from a world file (.pgw, .jgw, .wld,
    ...) or an .aux.xml, in this order. The system of a world file is that of
    --crs, else of the .aux.xml, a .prj, or the GeoTIFF keys.
    A source ending in .yml or .yaml is the manifest of a building, which says all
    of this for its floors; with it go --output, --overwrite, --update,
    --keep-others, --hard-links, --preview and the options of running.

    Several rasters make one picture, each placed by its own tags or the files
    beside it, or by the VRT that names it. Those on one grid of pixels are read as
    one image; others are composited where they meet. Of these --update makes again
    only what shows anything of an image that changed.

    A PDF is drawn by pdftocairo (poppler-utils), an SVG by rsvg-convert
    (librsvg2-bin), which must be installed; every zoom is drawn by itself.

    USAGE: tilepyramid build [<options>] <source> ... --output <path>
           tilepyramid build --job <folder> --shard <n> [<options>]

    ARGUMENTS:
      <source>                The image, PNG, JPEG, WebP, TIFF or JPEG 2000; a plan
                              as PDF or SVG; the manifest of a building; or the
                              images of one picture: several rasters, a folder of
                              them, @FILE with a path a line, a VRT of GDAL, or an
                              index in GeoJSON or STAC.

    OUTPUT:
      -o, --output <path>     The folder to make, or a file ending in .pmtiles,
                              .gpkg or .mbtiles.
      --scheme <scheme>       Rows counted from the north (xyz) or the south (tms)
                              in names. (default: xyz)
      --path <template>       The names of tiles in the folder (default:
                              {z}/{x}/{y}.{ext}).
      --overwrite             Replace an output that this program made and that
                              holds nothing else.
      --update                Replace an output, keeping the tiles that come out
                              the same; list those that do not.
      --keep-others           With --overwrite or --update: carry over what others
                              put into the folder.
      --hard-links            Store equal tiles of a folder once, as hard links.
      --preview               Put preview.html beside the tiles of a folder, which
                              shows them in a browser.

    GEOREFERENCE:
      --grid <kind>           image for an image without coordinates: tiles of the
                              picture itself, whose pixels are those of the deepest
                              zoom, from the top left corner of tile 0/0.
      --world-file <file>     A world file; needs --crs unless there is a .prj.
      --crs <EPSG:n>          The system of a world file or of control points, or
                              in which bounds are linear: a code such as
                              EPSG:32633, a full name, well-known text, or a string
                              of PROJ.
      --bounds <W,S,E,N>      The edges in degrees, longitude first.
      --corners <corners>     The outer corners as "lat,lng lat,lng lat,lng
                              lat,lng": top-left, top-right, bottom-right,
                              bottom-left.
      --gcp <px,py,lat,lng>   A control point; give two or more. Pixels from the
                              top left corner, y down.
      --gcp-file <file>       Control points: a .points file of QGIS, a table
                              px,py,lat,lng or with a header, lines -gcp of
                              gdal_translate, or an annotation of Allmaps.
      --transform <kind>      What control points, also those in a GeoTIFF, are
                              fitted with: similarity, affine, projective,
                              polynomial2, polynomial3 or tps (default: similarity
                              for two points, affine for more).
      --kml <file>            A KML or KMZ file with a GroundOverlay of the image.
      --anchor <lat,lng>      The coordinates of one pixel of the image.
      --anchor-pixel <px,py>  The pixel that --anchor refers to (default: the
                              centre).
      --metres-per-pixel <m>  The size of a pixel on the ground, for --anchor.
      --scale <1:n>           The scale of the drawing on paper, for --anchor; of a
                              scan with --dpi.
      --bearing <degrees>     The compass direction of the image's top, clockwise,
                              for --anchor (default: 0).

    SEVERAL IMAGES:
      --on-top <which>        Which image lies on top where several show something:
                              last or first of the list, finest, or newest.
                              (default: last)
      --feather <pixels>      Blend images where several show something, over so
                              many pixels of the deepest zoom from where each ends:
                              1 to 256. Each image is then resampled by itself.
      --cut-to-footprints     Use of each image of an index in GeoJSON what is
                              inside the geometry of its feature.
      --headers <file>        Keep what the headers of images say in a file, and do
                              not open images the next time that are as they were.
      --skip-damaged          Leave out images that are missing or damaged; build
                              lists them, and ends with 1.

    WHAT IS USED OF IT:
      --cutline <file>        A GeoJSON file with polygons in lng,lat (or in its
                              crs member's system); what is outside becomes
                              transparent, with smooth edges.
      --clip-bounds <W,S,E,N> The part that is used, in degrees, longitude first.
      --outline <corners>     The part that is used as a polygon in pixels of the
                              image, "px,py px,py px,py ..."; a legend and a title
                              block outside it are not tiled.

    PDF AND SVG:
      --page <n>              The page of a PDF or a TIFF (default: 1).
      --dpi <n>               The resolution in which pixels are counted (default:
                              150 for PDF, 96 for SVG); of a scan the resolution
                              that --scale needs.
      --layers <a,b>          Draw only these groups at the top of an SVG, by id or
                              label.

    SAMPLES OF THE IMAGE:
      --stretch <none|percent|min,max>
                              How samples of a TIFF, a JPEG 2000 or a 16-bit PNG
                              are brought to 8 bits: none, percent (2nd to 98th
                              percentile), or the two values that become black and
                              white (default: none for unsigned samples of up to 16
                              bits that use a quarter of their range or more, else
                              percent).
      --bands <r,g,b>         The bands of a TIFF or JPEG 2000 that are drawn, from
                              1: one for grey, three for red, green and blue, a
                              fourth for alpha (default: what the file says of its
                              bands).
      --nodata <value>        The nodata value, instead of the file's.
      --nodata-tolerance <levels>
                              How many levels of 8 bits a sample may be from
                              nodata, for lossy files: then only what is connected
                              with the edge of the image becomes transparent
                              (default: 0, exactly nodata, wherever it is).
      --transparent <colour>  A colour that is made transparent, #RRGGBB or a name
                              such as white.
      --paper <auto|colour>   The paper that is taken out of colours, so that ink
                              alone is left, with soft edges: a colour, or auto to
                              find it.
      --paper-tolerance <levels>
                              How many levels of 8 bits paper may vary (default: as
                              much as it does).
      --paper-outside         Take paper out only where it is connected with the
                              edge of the image.
      --ink <keep|invert>     What becomes of the colours of ink: keep, or invert
                              their lightness and keep their hue, for dark maps
                              (default: keep).
      --crop <auto>           Take the margins off the image: auto, those of paper,
                              or transparent ones.
      --background <colour>   What shows through transparent parts of the image,
                              and of jpeg tiles (there white), #RRGGBB or a name.
      --color <convert|keep>  What becomes of colours that the file says are not
                              sRGB, by an ICC profile or chunks of a PNG: convert
                              to sRGB, or keep, which takes samples as they are
                              (default: convert).
      --vertical-unit <unit>  The unit of heights, instead of the file's: m, ft or
                              us-ft.
      --hillshade             Draw the heights in a TIFF of one band as a
                              hillshade, grey or with --color-relief in colours.
      --color-relief <file>   Draw the heights in a TIFF of one band in the colours
                              of a file, as gdaldem color-relief has them.

    TILES AND PIXELS:
      --min-zoom <n|auto>     The shallowest zoom; auto is where the image is no
                              larger than a tile. (default: auto)
      --max-zoom <n|auto>     The deepest zoom; auto is the image's resolution.
                              (default: auto)
      --zoom-rounding <way>   How auto meets a zoom: up, nearest or down; up loses
                              no detail. (default: up)
      --tile-size <n>         The pixels along a side of a tile: 256 or 512.
                              (default: 256)
      --retina                Write 512-pixel tiles beside the 256-pixel ones, as
                              {z}/{x}/{y}@2x.png: those of a zoom have the pixels
                              of the zoom below it, so that the deepest zoom has
                              none.
      --max-tiles <n>         The most tiles a build may plan (default: 10000000).
      --keep-empty            Write transparent tiles where there is no image, too,
                              even if nothing else is to be seen.
      --format <format>       png, jpeg, webp, avif, or hybrid: jpeg where opaque,
                              else png. (default: png)
      --encoding <encoding>   Make tiles of the heights in a TIFF of one band, as
                              terrarium (steps of 1/256 m) or mapbox (0.1 m)
                              colours, for terrain and hillshades.
      --nodata-height <metres>
                              The height of tiles where the image has none
                              (default: none, transparent).
      --quality <n>           The quality of jpeg, 1 to 100, webp and avif, 0 to
                              100 (default: 80).
      --lossless              Make webp lossless.
      --effort <effort>       How hard to compress: fast, balanced or smallest.
                              (default: balanced)
      --resampling <kernel>   nearest, bilinear, cubic, lanczos or average.
                              (default: cubic)
      --overview-resampling <kernel>
                              average, nearest, darken, which keeps thin dark
                              lines, or keep, which keeps light ones, too (default:
                              average).
      --overview-light <light>
                              srgb, or linear, which keeps how bright fine patterns
                              are, so that thin dark lines get paler (default:
                              srgb).

    LAYER DEFINITION:
      --floor <id>            The storey's identifier, which {floor} stands for.
      --name <text>           The name shown to people (default: the image's).
      --description <text>    A sentence about the content.
      --attribution <text>    Who must be credited.
      --tileset-version <a.b.c>
                              The version of the tiles. (default: 1.0.0)
      --type <kind>           overlay or baselayer. (default: overlay)
      --url <template>        Where the tiles will be found (default: the path
                              template, relative to layer.json).
      --z-index <n>           The drawing order; larger is above. (default: 0)
      --opacity <fraction>    The opacity to draw with, 0 to 1. (default: 1)

    A SHARD OF A JOB, INSTEAD OF A SOURCE:
      --job <folder>          The folder of a job that plan made.
      --shard <n>             Which shard: a number from 0, or auto for the one
                              that the scheduler of an array job tells.
      --of <n>                With auto: how many tasks there are, of which each
                              makes every n-th shard (default: what the scheduler
                              tells).

    RUNNING:
      --threads <n>           Threads to use, as far as the memory allows (default:
                              the processors available).
      --memory-limit <size>   Memory to stay below. (default: 1G)
      --temp-dir <folder>     The folder for scratch files (default: the system's).
      --resume                Resume a build of the same output that was stopped or
                              killed, if there is one; make nothing where it is
                              complete.
      --dry-run               Show what would be built, and write nothing.
      --json                  With --dry-run: show it as JSON.
      --progress <style>      bar, plain, json, none, or auto, which is a bar on a
                              terminal. (default: auto)

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.


    """#
}
