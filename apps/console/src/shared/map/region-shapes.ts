import { loadChunk } from '../../routes/chunk.ts';

/** A first-level division of a country, as `packages/testing/scripts/map-shapes` writes it. */
export type RegionShape = {
  /** As the post writes it; empty where the source has none. */
  readonly code: string;
  readonly name: string;
  readonly path: string;
  /** Longitude and latitude of a point within it. */
  readonly centre: readonly number[];
  /** Kilometres from there to its farthest corner. */
  readonly reach: number;
};

export type Regions = ReadonlyMap<string, readonly RegionShape[]>;

const FILES = import.meta.glob<readonly RegionShape[]>('./regions/*.json', { import: 'default' });
const loaded = new Map<string, Promise<Regions>>();

/** A map without regions still shows countries. */
const load = async (country: string): Promise<readonly [string, readonly RegionShape[]]> => {
  const file = FILES[`./regions/${country}.json`];
  return [country, file ? await loadChunk(file).catch(() => []) : []];
};

/** The regions of some countries, each file asked for once; none where the product ships none. The same promise for the same countries. */
export const loadRegions = (countries: ReadonlySet<string>): Promise<Regions> => {
  const key = [...countries].toSorted().join(' ');
  const known = loaded.get(key);
  if (known) return known;
  const regions = Promise.all([...countries].map(load)).then((found) => new Map(found));
  loaded.set(key, regions);
  return regions;
};

const keyOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();

/** The region that an address names by its code, with or without that of the country before it, or by its name. */
export const regionNamed = (
  regions: readonly RegionShape[],
  country: string,
  named: string,
): RegionShape | undefined => {
  const wanted = keyOf(named.replace(new RegExp(`^${country}-`, 'i'), ''));
  return wanted === ''
    ? undefined
    : (regions.find(({ code }) => keyOf(code) === wanted) ?? regions.find(({ name }) => keyOf(name) === wanted));
};
