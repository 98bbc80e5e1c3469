import BuildingManifest
import Testing
import TileModel

@Suite("Names of floors")
struct FloorNamesTests {
  /// The levels that names tell together, `?` for those that tell none.
  private func levels(_ names: String...) -> [String] {
    FloorNames.levels(of: names).map { $0?.description ?? "?" }
  }

  @Test("One name tells its level by its words")
  func single() {
    let cases = [
      ("L1", "1"), ("hotel_L12", "12"), ("B1", "-1"), ("B2", "-2"), ("U1", "-1"), ("B-1", "-1"),
      ("floor-2", "2"), ("Floor 3", "3"), ("level-1", "1"), ("L-1", "-1"), ("EG", "0"),
      ("plan_EG", "0"), ("1.OG", "1"), ("OG2", "2"), ("OG 1", "1"), ("2UG", "-2"), ("UG", "-1"),
      ("2.UG", "-2"), ("KG", "-1"), ("ground", "0"), ("GF", "0"), ("ground-floor", "0"),
      ("lower ground", "-1"), ("first-floor", "1"), ("3rd floor", "3"), ("2nd", "2"),
      ("1er étage", "1"), ("2e", "2"), ("basement", "-1"), ("Basement 2", "-2"), ("3", "3"),
      ("-1", "-1"), ("0.5", "0.5"), ("L1.5", "1.5"), ("floor -0.5", "-0.5"), ("1000", "1000"),
      ("RDC", "0"), ("Rez-de-chaussée", "0"), ("level4", "4"), ("level_-1", "-1"),
      ("Level - 1", "1"), ("F1", "1"), ("2F", "2"), ("B1F", "-1"), ("museum-2024-L3", "3"),
      ("2024-05-01_L2", "2"), ("Haus 3 2.OG", "2"), ("mezzanine", "0.5"), ("\u{2212}2", "-2"),
      ("Basement Level 2", "-2"), ("2nd basement", "-2"), ("Zweites Obergeschoss", "2"),
      ("floor minus 2", "-2"), ("niveau moins 1", "-1"), ("Sous-sol", "-1"), ("sous-sol 2", "-2"),
      ("Primo piano", "1"), ("Piano interrato", "-1"), ("Secondo interrato", "-2"),
      ("Planta segunda", "2"), ("Eerste verdieping", "1"), ("Entreplanta", "0.5"),
    ]
    for (name, level) in cases {
      #expect(levels(name) == [level], "\(name)")
    }
    for name in [
      "", "Sol", "plan", "museum", "cafe", "hall 2024 plan", "M", "G", "DG", "roof", "0101_2",
      "plan_3",
      "upper ground", "mezzanine 2", "Floor 2024", "1001", "99999999999999999999", "wing B", "1b",
    ] {
      #expect(levels(name) == ["?"], "\(name)")
    }
  }

  @Test("Names tell together what none tells alone")
  func sets() {
    #expect(levels("-2", "-1", "0", "1", "2") == ["-2", "-1", "0", "1", "2"])
    #expect(
      levels("mi_-1", "mi_0", "mi_1", "mi_2", "mi_3", "mi_4") == ["-1", "0", "1", "2", "3", "4"])
    #expect(levels("0101_2", "0101_3", "0101_EG") == ["2", "3", "0"])
    #expect(levels("hotel_B1", "hotel_1", "site") == ["-1", "1", "?"])
    #expect(levels("1_plan", "2_plan", "legend") == ["1", "2", "?"])
    #expect(levels("UG", "EG", "1.OG", "2.OG", "DG") == ["-1", "0", "1", "2", "3"])
    #expect(levels("KG", "EG", "1.OG", "1.DG", "2.DG", "Dach") == ["-1", "0", "1", "2", "3", "4"])
    #expect(levels("G", "M", "1", "2") == ["0", "0.5", "1", "2"])
    #expect(levels("mall_B1", "mall_G", "mall_M", "mall_1") == ["-1", "0", "0.5", "1"])
    #expect(levels("1", "M", "2") == ["1", "1.5", "2"])
    #expect(levels("E", "1", "2") == ["0", "1", "2"])
    #expect(levels("LG", "UG", "L1") == ["-1", "?", "1"])
    #expect(levels("M1", "M2", "mezz", "entresol", "0") == ["?", "?", "?", "?", "0"])
    #expect(levels("P1", "P2", "E0", "E1") == ["?", "?", "0", "1"])
    #expect(levels("attic", "loft", "1") == ["?", "?", "1"])
    #expect(levels("plan", "plan copy") == ["?", "?"])
    // The number of the building, in which all names begin alike, is no storey.
    #expect(levels("Haus 2 UG", "Haus 2 EG", "Haus 2 OG") == ["-1", "0", "1"])
    #expect(levels("Building 12 basement", "Building 12 ground") == ["-1", "0"])
    #expect(levels("H2_UG", "H2_EG", "H2_OG1", "H2_2.OG") == ["-1", "0", "1", "2"])
    #expect(levels("Level 2 east", "Level 2 west") == ["2", "2"])
    #expect(levels("Plan 2.OG Nord", "Plan 2.OG Ost") == ["2", "2"])
    #expect(levels("Haus 2 UG", "Haus 3 UG") == ["-2", "-3"])
    #expect(levels("Basement Level 1", "First Floor", "1st floor B") == ["-1", "1", "1"])
    #expect(
      levels("Piano terra", "Ammezzato", "Primo piano", "Sottotetto") == ["0", "0.5", "1", "2"])
    #expect(levels("Sous-sol", "RDC", "1er étage", "Combles") == ["-1", "0", "1", "2"])
    #expect(levels("IMG_0431", "IMG_0432") == ["?", "?"])
  }

  @Test("A hyphen is a minus where the other names show it")
  func hyphens() {
    #expect(levels("level-1", "level-2") == ["1", "2"])
    #expect(levels("level-1", "level0", "level1") == ["-1", "0", "1"])
    #expect(levels("level-0", "level-1") == ["0", "1"])
    #expect(levels("level-1", "EG", "1.OG") == ["-1", "0", "1"])
    #expect(levels("L-1", "L-2", "L0") == ["-1", "-2", "0"])
    #expect(levels("L-0", "L-1") == ["0", "1"])
    #expect(levels("mi-1", "mi0", "mi1") == ["-1", "0", "1"])
    #expect(levels("plan-1", "plan-2") == ["1", "2"])
  }

  @Test("A manifest reads identifiers without a level together, as a draft does")
  func identifiers() throws {
    let floors = ["mi_1", "mi_-1", "mi_G", "mi_M"].map { "- {id: \($0), image: a.png}\n" }
    let building = try manifest("name: M\nfloors:\n" + floors.joined())
    #expect(building.floors.map(\.id) == ["mi_-1", "mi_G", "mi_M", "mi_1"])
    #expect(building.floors.map(\.level.description) == ["-1", "0", "0.5", "1"])
    let stated = try manifest(
      "name: M\nfloors: [{id: M, level: 2.5, image: a}, {id: 2, image: b}, {id: DG, image: c}]")
    #expect(stated.floors.map(\.level.description) == ["2", "2.5", "3"])
  }
}
