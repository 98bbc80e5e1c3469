// Web Mercator on the unit square: x from 0 at longitude -180 to 1 at 180, y from 0 in the north.

/** The latitude in degrees at which the square ends. */
const MAXIMUM_LATITUDE = 85.0511287798066;
/** Metres around the equator of the sphere. */
const EARTH_CIRCUMFERENCE = 40075016.68557849;

function worldX(longitude) {
  return longitude / 360 + 0.5;
}

function worldY(latitude) {
  const clamped = Math.min(Math.max(latitude, -MAXIMUM_LATITUDE), MAXIMUM_LATITUDE);
  return 0.5 - Math.asinh(Math.tan((clamped * Math.PI) / 180)) / (2 * Math.PI);
}

function longitudeOf(x) {
  return (modulo(x, 1) - 0.5) * 360;
}

function latitudeOf(y) {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/** The remainder that is never negative. */
function modulo(value, divisor) {
  return ((value % divisor) + divisor) % divisor;
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}
