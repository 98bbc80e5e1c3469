package com.google.android.gms.maps.model;

import java.util.ArrayList;
import java.util.List;

/** The part of the SDK's class that generated code uses; made of "short name/name" from the top. */
public final class IndoorBuilding {
  private final List<IndoorLevel> levels = new ArrayList<>();
  /** The level shown. */
  public int active;

  /** Creates a building. */
  public IndoorBuilding(int active, String... names) {
    this.active = active;
    for (String name : names) {
      String[] parts = name.split("/");
      levels.add(new IndoorLevel(parts[0], parts[1]));
    }
  }

  /** As in the SDK. */
  public int getActiveLevelIndex() {
    return active;
  }

  /** As in the SDK. */
  public List<IndoorLevel> getLevels() {
    return levels;
  }
}
