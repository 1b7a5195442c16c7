/** A point on the earth in degrees. */
export type GeoPoint = { readonly latitude: number; readonly longitude: number };

/** Mean radius of the earth in kilometres (IUGG). */
const EARTH_KM = 6371.0088;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The great-circle distance in kilometres (haversine formula). */
export const distanceKm = (a: GeoPoint, b: GeoPoint): number => {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const lat = half(a.latitude, b.latitude);
  const lon = half(a.longitude, b.longitude);
  const chord = lat + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * lon;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
};
