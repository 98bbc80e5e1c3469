/// Texts that say where an image is, and how large a drawing is.
enum GeoreferenceSeeds {
  static let worldFiles = [
    "0.1\n0\n0\n-0.1\n950000.05\n6000000.05\n", "0,5\r\n0\r\n0\r\n-0,5 m\r\n1e3\r\n-7\r\n",
  ]

  static let controlPoints = [
    "#CRS: EPSG:3857\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n"
      + "950000.5,6000000.25,10.5,-20.5,1,0,0,0\n950010,6000100,110,-20,0,0,0,0\n",
    "280,280,47.3659,8.5457\n3920,2520,47.3654,8.5461\n",
    "id;px;py;lat;lng\na;1,5;2,5;47,1;8,1\n",
    "name,lat,lon,x,y\na,47.1,8.1,1,2\nb,47.2,8.1,1,20\nc,47.1,8.3,40,2\n",
    "-a_srs 'EPSG:3857' -gcp 0 0 1e6 6e6 \\\n-gcp 9 0 1e6 6e6 1 -gcp 0 9 1e6 5e6\n",
    "{\"target\":{\"source\":{\"width\":20,\"height\":20}},\"body\":{\"transformation\":{\"type\":"
      + "\"polynomial\",\"options\":{\"order\":1}},\"features\":[{\"properties\":{\"resourceCoords\":"
      + "[1,2]},\"geometry\":{\"coordinates\":[8.5,47.3]}}]}}",
  ]

  static let systems = [
    "EPSG:3857", "urn:ogc:def:crs:EPSG::4326", "EPSG:32633", "ESRI:102003",
    "NAD83 / UTM zone 18N", "+proj=utm +zone=33 +datum=WGS84 +units=us-ft",
    "+proj=tmerc +lat_0=1 +lon_0=9 +k=0.9996 +x_0=5e5 +ellps=bessel +towgs84=1,2,3,4,5,6,7",
    "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563]],"
      + "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433],AUTHORITY[\"EPSG\",\"4326\"]]",
    "PROJCS[\"a\",GEOGCS[\"b\",DATUM[\"c\",SPHEROID[\"d\",6378137,298.25]],PRIMEM[\"e\",0],"
      + "UNIT[\"Degree\",0.0174532925]],PROJECTION[\"Transverse_Mercator\"],"
      + "PARAMETER[\"False_Easting\",500000],PARAMETER[\"Central_Meridian\",9],"
      + "PARAMETER[\"Scale_Factor\",0.9996],UNIT[\"Foot_US\",0.3048006096]]",
  ]

  static let auxiliary = [
    "<PAMDataset><SRS dataAxisToSRSAxisMapping=\"1,2\">PROJCS[&quot;a&quot;]</SRS>"
      + "<GeoTransform> 1.5, 0.1, 0, 7, 0, -0.1</GeoTransform></PAMDataset>",
    "<PAMDataset><GCPList Projection=\"EPSG:4326\"><GCP Id=\"a\" Pixel=\"1\" Line=\"2\" X=\"8\" "
      + "Y=\"47\"/><GCP Pixel=\"9\" Line=\"2\" X=\"8.1\" Y=\"47\"></GCP></GCPList></PAMDataset>",
    "<PAMDataset><Metadata><GeodataXform xsi:type=\"typens:PolynomialXform\"><PolynomialOrder>1"
      + "</PolynomialOrder><WKID>32632</WKID><SourceGCPs><Double>1</Double><Double>-2</Double>"
      + "</SourceGCPs><TargetGCPs><Double>5e5</Double><Double>5e6</Double></TargetGCPs><CoeffX>"
      + "<Double>1</Double></CoeffX><CoeffY><Double>1</Double></CoeffY></GeodataXform></Metadata>"
      + "</PAMDataset>",
  ]

  static let overlays = [
    "<kml xmlns:gx=\"a\"><GroundOverlay><Icon><href>plan.png</href></Icon><LatLonBox>"
      + "<north>47.1</north><south>47</south><east>8.1</east><west>8</west><rotation>12</rotation>"
      + "</LatLonBox></GroundOverlay></kml>",
    "<k:GroundOverlay><!-- a --><gx:LatLonQuad><coordinates>8,47 8.1,47 8.1,47.1 8,47.1"
      + "</coordinates></gx:LatLonQuad></k:GroundOverlay>",
    "<GroundOverlay><LatLonBox><north>10</north><south>-10</south><east>-170</east>"
      + "<west>170</west></LatLonBox></GroundOverlay>",
  ]

  static let imageLists = [
    "# a comment\na.tif\n\n  sub/b.png\r\n/c.tif\n",
    """
    <VRTDataset rasterXSize="20" rasterYSize="20"><SRS>EPSG:32632</SRS>
    <GeoTransform>1, 2, 0, 3, 0, -2</GeoTransform><GCPList Projection="EPSG:4326">
    <GCP Id="" Pixel="0" Line="0" X="8" Y="47"/></GCPList>
    <VRTRasterBand dataType="Byte" band="1" subClass="VRTSourcedRasterBand"><NoDataValue>0</NoDataValue>
    <ColorInterp>Gray</ColorInterp><ComplexSource><SourceFilename relativeToVRT="1">a&amp;.tif\
    </SourceFilename><SourceBand>1</SourceBand><SrcRect xOff="0" yOff="0" xSize="5.5" ySize="4"/>
    <DstRect xOff="1" yOff="2" xSize="11" ySize="8"/><NODATA>7</NODATA><UseMaskBand>true</UseMaskBand>
    </ComplexSource></VRTRasterBand><MaskBand><VRTRasterBand><SimpleSource><SourceFilename>a.tif\
    </SourceFilename><SourceBand>mask,1</SourceBand></SimpleSource></VRTRasterBand></MaskBand>
    </VRTDataset>
    """,
    """
    {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"location": "a.tif"},
    "geometry": {"type": "Polygon", "coordinates": [[[8, 47], [9, 47], [9, 48], [8, 47]]]}},
    {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[8, 47], [9, 47], [9, 48]]]},
    "assets": {"visual": {"href": "file:///b%20c.tif", "type": "image/tiff", "roles": ["data"]}}}],
    "crs": {"type": "name", "properties": {"name": "EPSG:4326"}}}
    """,
  ]

  static let cutlines = [
    #"{"type":"Polygon","coordinates":[[[8,47],[8.1,47],[8.1,47.1],[8,47]]]}"#,
    #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"#
      + #""features":[{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":"#
      + #"[[[[0,0],[9,0],[9,9],[0,0]],[[1,1],[2,1],[2,2]]]]},"properties":null}]}"#,
    #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},"#
      + #"{"type":"Polygon","coordinates":[[[179,1],[-179,1],[-179,2,5]]]}]}"#,
  ]

  static let drawings = [
    "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a \"b\">]><svg width=\"210mm\" height=\"9in\" "
      + "viewBox=\"0 0 100 200\"><!-- c --><g id=\"walls\" i:label=\"Walls &amp; &#68;oors\">"
      + "<path d=\"M0 0\"/></g><g id='a\"b'/></svg>",
    "<s:svg xmlns:s=\"u\" width=\"50%\" viewBox=\"0,0,3,4\"><![CDATA[<svg>]]></s:svg>",
  ]

  static let pages = [
    "Pages:          2\nPage    1 size: 595.276 x 841.89 pts (A4)\nPage    1 rot:  90\n",
    "Page 2 size: 1e3 x 5 pts\nPage 2 rot: -90\n",
  ]
}
