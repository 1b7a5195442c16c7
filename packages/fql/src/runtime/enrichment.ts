import type { Json, JsonObject } from '@redoubt/kernel';
import { objectOf } from './calls.ts';
import type { GeoFacts } from './context.ts';
import { member } from './nodes.ts';
import type { Run } from './run.ts';

const geo =
  (fact: keyof GeoFacts) =>
  (run: Run, _site: number, ip: string): string =>
    run.context.enrichment?.geo?.(ip)?.[fact] ?? '';

const device = (run: Run, id: string, extent: 'full' | 'usual'): JsonObject =>
  run.context.enrichment?.device?.(id, extent) ?? {};

/** A model that cannot be asked scores 0, and the run says so. */
const scored = (run: Run, site: number, name: string, result: JsonObject | undefined): Json => {
  if (!result) run.unavailable(site, name);
  return result ?? { score: 0, reason: '' };
};

/** Facts the engine looks up, by the ids of the function table. */
export const ENRICHMENT_IMPLEMENTATIONS = {
  'Geo.CountryCode': geo('countryCode'),
  'Geo.CountryRegion': geo('countryRegion'),
  'Geo.RegionCode': geo('regionCode'),
  'Geo.Region': geo('region'),
  'Geo.City': geo('city'),
  'Geo.MarketCode': geo('marketCode'),
  'Geo.PostalCode': geo('postalCode'),
  'Geo.Isp': geo('isp'),
  'BIN.Lookup': (run: Run, _site: number, bin: string): Json =>
    run.context.enrichment?.bin?.(bin) ?? { error: 'Not found.' },
  'Device.GetFullAttributes': (run: Run, _site: number, id: string): Json => device(run, id, 'full'),
  'Device.GetAttributes': (run: Run, _site: number, id: string): Json => device(run, id, 'usual'),
  'Device.GetSelectedAttributes': (run: Run, _site: number, id: string, ...names: readonly string[]): Json => {
    const all = device(run, id, 'full');
    return objectOf(
      names,
      names.map((name) => member(all, name) ?? ''),
    );
  },
  'Device.GetSpeedOfTravel': (run: Run, _site: number, id: string): number =>
    run.context.enrichment?.speedOfTravel?.(id) ?? 0,
  'Model.Risk': (run: Run, site: number): Json =>
    scored(run, site, 'Model.Risk', run.context.enrichment?.models?.risk()),
  'Model.Bot': (run: Run, site: number, id: string): Json =>
    scored(run, site, 'Model.Bot', run.context.enrichment?.models?.bot(id)),
} as const;
