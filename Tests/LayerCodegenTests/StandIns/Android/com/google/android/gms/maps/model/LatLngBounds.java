package com.google.android.gms.maps.model;

/** As in the SDK; a western edge beyond the eastern one crosses the antimeridian. */
public final class LatLngBounds {
  public final LatLng southwest;
  public final LatLng northeast;

  /** As in the SDK. */
  public LatLngBounds(LatLng southwest, LatLng northeast) {
    if (southwest.latitude > northeast.latitude) {
      throw new IllegalArgumentException("southern latitude exceeds northern latitude");
    }
    this.southwest = southwest;
    this.northeast = northeast;
  }
}
