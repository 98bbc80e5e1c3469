package com.google.android.gms.maps.model;

/** As in the SDK. */
public final class Tile {}
