package com.google.android.gms.maps.model;

/** The part of the SDK's class that generated code uses. */
public final class IndoorLevel {
  private final String shortName;
  private final String name;

  IndoorLevel(String shortName, String name) {
    this.shortName = shortName;
    this.name = name;
  }

  /** As in the SDK. */
  public String getName() {
    return name;
  }

  /** As in the SDK. */
  public String getShortName() {
    return shortName;
  }
}
