package com.google.android.gms.maps.model;

/** As in the SDK. */
public final class LatLng {
  public final double latitude;
  public final double longitude;

  /** As in the SDK. */
  public LatLng(double latitude, double longitude) {
    this.latitude = latitude;
    this.longitude = longitude;
  }
}
