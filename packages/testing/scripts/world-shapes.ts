/**
 * Makes `apps/console/src/shared/map/world-shapes.json` of `countries-110m.json` of the package world-atlas, which is Natural
 * Earth at 1:110 million: `node scripts/run.mjs packages/testing/scripts/world-shapes.ts <countries-110m.json>`.
 */
import { faker } from '@faker-js/faker';
import { readFileSync, writeFileSync } from 'node:fs';

type Point = readonly [number, number];
type Arcs = readonly (readonly number[])[];
type Geometry = { readonly id?: string; readonly type: string; readonly arcs?: unknown };
type Topology = {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: { readonly countries: { readonly geometries: readonly Geometry[] } };
};

const [source = ''] = process.argv.slice(2);
const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology;
const { scale, translate } = topology.transform;

const lines = topology.arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]): Point => {
    [x, y] = [x + dx, y + dy];
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
});
const lineOf = (index: number): readonly Point[] =>
  index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []);
/** Goes on beyond the edge of the map where a shape crosses the 180th meridian. */
const unbroken = (ring: readonly Point[]): readonly Point[] => {
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([lon, lat]): Point => {
    before = lon - Math.round((lon - before) / 360) * 360;
    return [before, lat];
  });
};
const ringOf = (arcs: readonly number[]): readonly Point[] =>
  unbroken(arcs.flatMap((arc, at) => lineOf(arc).slice(at && 1)));
/** A shape beyond the edge of the map, and once more where it comes in again at the other edge. */
const copiesOf = (ring: readonly Point[]): readonly (readonly Point[])[] => {
  const shifted = (by: number): readonly Point[] => ring.map(([lon, lat]): Point => [lon + by, lat]);
  const [beyondRight, beyondLeft] = [ring.some(([lon]) => lon > 180.1), ring.some(([lon]) => lon < -180.1)];
  return [ring, ...(beyondRight ? [shifted(-360)] : []), ...(beyondLeft ? [shifted(360)] : [])];
};

/** A tenth of a degree is finer than the source. */
const written = (value: number): string => String(Math.round(value * 10) / 10);
/** Longitude to the right and latitude downwards, from the upper left corner of the world. */
const pathOf = (ring: readonly Point[]): string => {
  const points = ring.map(([lon, lat]) => `${written(lon + 180)} ${written(90 - lat)}`);
  return `M${points.filter((point, at) => point !== points[at - 1]).join('L')}Z`;
};
const areaOf = (ring: readonly Point[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [0, 0];
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );
/** The middle of the largest part: an address without a place of its own is shown there. */
const centreOf = (rings: readonly (readonly Point[])[]): readonly number[] => {
  const [largest = []] = rings.toSorted((a, b) => areaOf(b) - areaOf(a));
  const middle = (axis: 0 | 1): number => {
    const values = largest.map((point) => point[axis]);
    return Math.round((Math.min(...values) + Math.max(...values)) * 5) / 10;
  };
  return [middle(0), middle(1)];
};

const codes = new Map(faker.definitions.location.country_code.map(({ alpha2, numeric }) => [numeric, alpha2]));
/** Without Antarctica, where no address is and whose edge is the pole. */
const ANTARCTICA = '010';
const countries = topology.objects.countries.geometries.filter(({ id }) => id !== ANTARCTICA);
const shapes = countries.map(({ id = '', type, arcs }) => {
  const polygons = (type === 'MultiPolygon' ? arcs : [arcs]) as readonly Arcs[];
  const rings = polygons.map(([outer = []]) => ringOf(outer));
  return { code: codes.get(id) ?? '', path: rings.flatMap(copiesOf).map(pathOf).join(''), centre: centreOf(rings) };
});
const target = new URL('../../../apps/console/src/shared/map/world-shapes.json', import.meta.url);
writeFileSync(target, `[\n${shapes.map((shape) => JSON.stringify(shape)).join(',\n')}\n]\n`);
