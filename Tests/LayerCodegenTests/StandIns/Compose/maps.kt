package com.google.maps.android.compose

import com.google.android.gms.maps.model.TileProvider

/** As in maps-compose. */
@Target(AnnotationTarget.FUNCTION)
annotation class GoogleMapComposable

/** As in maps-compose 8; prints what it shows. */
fun TileOverlay(
  tileProvider: TileProvider,
  fadeIn: Boolean = true,
  transparency: Float = 0f,
  visible: Boolean = true,
  zIndex: Float = 0f
) {
  val tile = tileProvider.getTile(1, 0, 1)
  println("${tile?.data?.let { String(it) }} $fadeIn $transparency $visible $zIndex")
}
