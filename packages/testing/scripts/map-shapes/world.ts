/**
 * Makes `apps/console/src/shared/map/world-shapes.json` of `countries-110m.json` of the package world-atlas, which is Natural
 * Earth at 1:110 million: `node scripts/run.mjs packages/testing/scripts/map-shapes/world.ts <countries-110m.json>`.
 */
import { faker } from '@faker-js/faker';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathOf, pointWithin, reachOf, ringsIn, roundedPoint, type Ring, type Topology } from './topology.ts';

/** A tenth of a degree is finer than the source. */
const STEP = 0.1;
/** Without Antarctica, where no address is and whose edge is the pole. */
const ANTARCTICA = '010';
/** Parts of a shape that ISO 3166 gives codes of their own, by a point south-west of which, or north of which, they lie. */
const APART: Readonly<Record<string, readonly { readonly code: string; readonly isPart: (ring: Ring) => boolean }[]>> =
  {
    FR: [{ code: 'GF', isPart: (ring) => ring.every(([lon]) => lon < -40) }],
    NO: [{ code: 'SJ', isPart: (ring) => ring.every(([, lat]) => lat > 74) }],
  };

/** A shape beyond the edge of the map, and once more where it comes in again at the other edge. */
const copiesOf = (ring: Ring): readonly Ring[] => {
  const shifted = (by: number): Ring => ring.map(([lon, lat]) => [lon + by, lat]);
  const [beyondRight, beyondLeft] = [ring.some(([lon]) => lon > 180.1), ring.some(([lon]) => lon < -180.1)];
  return [ring, ...(beyondRight ? [shifted(-360)] : []), ...(beyondLeft ? [shifted(360)] : [])];
};

const [source = ''] = process.argv.slice(2);
const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology;
const ringsOf = ringsIn(topology);
const codes = new Map(faker.definitions.location.country_code.map(({ alpha2, numeric }) => [numeric, alpha2]));
const shapeOf = (code: string, rings: readonly Ring[]) => {
  const centre = roundedPoint(pointWithin(rings));
  const path = rings
    .flatMap(copiesOf)
    .map((ring) => pathOf(ring, STEP))
    .join('');
  return { code, path, centre, reach: reachOf(rings, centre) };
};
const shapes = (topology.objects['countries']?.geometries ?? [])
  .filter(({ id }) => id !== ANTARCTICA)
  .flatMap((geometry) => {
    const code = codes.get(geometry.id ?? '') ?? '';
    const rings = ringsOf(geometry);
    const apart = APART[code] ?? [];
    const own = rings.filter((ring) => !apart.some(({ isPart }) => isPart(ring)));
    return [shapeOf(code, own), ...apart.map((part) => shapeOf(part.code, rings.filter(part.isPart)))];
  });
const target = new URL('../../../../apps/console/src/shared/map/world-shapes.json', import.meta.url);
writeFileSync(target, `[\n${shapes.map((shape) => JSON.stringify(shape)).join(',\n')}\n]\n`);
