import { distanceKm } from '@redoubt/domain';

/** Longitude and latitude in degrees. */
export type Point = readonly [number, number];
export type Ring = readonly Point[];

type Arcs = readonly (readonly number[])[];
export type Geometry = {
  readonly id?: string;
  readonly type: string;
  readonly arcs?: unknown;
  readonly properties?: { readonly name?: string | null };
};
/** A quantized TopoJSON file: arcs as differences of whole numbers. */
export type Topology = {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: Readonly<Record<string, { readonly geometries: readonly Geometry[] }>>;
};

const decoded = ({ transform: { scale, translate }, arcs }: Topology): readonly Ring[] =>
  arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      [x, y] = [x + dx, y + dy];
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });

/** Goes on beyond the edge of the map where a shape crosses the 180th meridian. */
const unbroken = (ring: Ring): Ring => {
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([lon, lat]): Point => {
    before = lon - Math.round((lon - before) / 360) * 360;
    return [before, lat];
  });
};

/**
 * The outer rings of the shapes of a topology. Neighbours share their arcs, so that what `simplified` does to an arc leaves
 * no gap between them.
 */
export const ringsIn = (
  topology: Topology,
  simplified: (line: Ring) => Ring = (line) => line,
): ((geometry: Geometry) => readonly Ring[]) => {
  const lines = decoded(topology).map(simplified);
  const lineOf = (index: number): Ring => (index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []));
  const ringOf = (arcs: readonly number[]): Ring => unbroken(arcs.flatMap((arc, at) => lineOf(arc).slice(at && 1)));
  return ({ type, arcs }) => {
    const polygons = (type === 'MultiPolygon' ? arcs : [arcs]) as readonly Arcs[];
    return polygons.map(([outer = []]) => ringOf(outer));
  };
};

/** Leaves out points that lie nearer than `tolerance` to the line without them (Douglas and Peucker, 1973). */
export const simplify = (line: Ring, tolerance: number): Ring => {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return line;
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  const away = ([x, y]: Point): number =>
    length === 0
      ? Math.hypot(x - first[0], y - first[1])
      : Math.abs(dy * (x - first[0]) - dx * (y - first[1])) / length;
  const farthest = line.reduce((best, point, at) => (away(point) > away(line[best] ?? first) ? at : best), 0);
  if (away(line[farthest] ?? first) <= tolerance) return [first, last];
  return [...simplify(line.slice(0, farthest + 1), tolerance), ...simplify(line.slice(farthest), tolerance).slice(1)];
};

export const areaOf = (ring: Ring): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [0, 0];
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

/**
 * Longitude to the right and latitude downwards, from the upper left corner of the world; `step` is what is rounded to,
 * in whole thousandths. Only
 * the first point of a ring is written in full, the others as what they differ by.
 */
export const pathOf = (ring: Ring, step: number): string => {
  const rounded = ring.map(([lon, lat]): Point => [Math.round((lon + 180) / step), Math.round((90 - lat) / step)]);
  const kept = rounded.filter(([x, y], at) => at === 0 || x !== rounded[at - 1]?.[0] || y !== rounded[at - 1]?.[1]);
  if (kept.length < 3) return '';
  const written = (value: number): string => String(Number((value * step).toFixed(3))).replace(/^(-?)0\./, '$1.');
  const [first = [0, 0], ...rest] = kept;
  const moves = rest.map(([x, y], at) => {
    const [beforeX, beforeY] = kept[at] ?? first;
    return `${written(x - beforeX)} ${written(y - beforeY)}`;
  });
  return `M${written(first[0])} ${written(first[1])}l${moves.join(' ')}Z`.replaceAll(' -', '-');
};

/** Whether a point lies in a ring (crossings of a ray to the right). */
const holds = (ring: Ring, [x, y]: Point): boolean =>
  ring.reduce((inside, [x1, y1], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1];
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !inside : inside;
  }, false);

const centroidOf = (ring: Ring): Point => {
  let [sum, sumX, sumY] = [0, 0, 0];
  const [originX, originY] = ring[0] ?? [0, 0];
  for (const [at, [lon, lat]] of ring.entries()) {
    const [nextLon, nextLat] = ring[(at + 1) % ring.length] ?? [lon, lat];
    const [x, y, nextX, nextY] = [lon - originX, lat - originY, nextLon - originX, nextLat - originY];
    const cross = x * nextY - nextX * y;
    [sum, sumX, sumY] = [sum + cross, sumX + (x + nextX) * cross, sumY + (y + nextY) * cross];
  }
  return sum === 0 ? [originX, originY] : [originX + sumX / (3 * sum), originY + sumY / (3 * sum)];
};

/** Points of a grid over the box of a ring, so many each way. */
const GRID = 48;

/** The centroid of the largest part; where that lies outside, as of a crescent, the point within that is nearest to it. */
export const pointWithin = (rings: readonly Ring[]): Point => {
  const [largest = []] = rings.toSorted((a, b) => areaOf(b) - areaOf(a));
  const centroid = centroidOf(largest);
  if (holds(largest, centroid)) return centroid;
  const [lons, lats] = [largest.map(([lon]) => lon), largest.map(([, lat]) => lat)];
  const [west, south] = [Math.min(...lons), Math.min(...lats)];
  const [width, height] = [Math.max(...lons) - west, Math.max(...lats) - south];
  const away = ([lon, lat]: Point): number => Math.hypot(lon - centroid[0], lat - centroid[1]);
  const within = Array.from({ length: GRID * GRID }, (_, at): Point => {
    const [column, row] = [at % GRID, Math.floor(at / GRID)];
    return [west + (width * (column + 0.5)) / GRID, south + (height * (row + 0.5)) / GRID];
  }).filter((point) => holds(largest, point));
  return within.toSorted((a, b) => away(a) - away(b))[0] ?? centroid;
};

/** How far the farthest corner of some rings is from a point, in whole kilometres. */
export const reachOf = (rings: readonly Ring[], [longitude, latitude]: Point): number => {
  const from = { longitude, latitude };
  const away = ([lon, lat]: Point): number => distanceKm(from, { longitude: lon, latitude: lat });
  return Math.ceil(rings.flat().reduce((most, point) => Math.max(most, away(point)), 0));
};

export const roundedPoint = ([lon, lat]: Point): Point => [Math.round(lon * 100) / 100, Math.round(lat * 100) / 100];
