import type { Json } from '@redoubt/kernel';
import type { GeoFacts } from './context.ts';
import type { Run } from './run.ts';

const geo =
  (fact: keyof GeoFacts) =>
  (run: Run, _site: number, ip: string): string =>
    run.context.enrichment?.geo?.(ip)?.[fact] ?? '';

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
  'BIN.Lookup': (run: Run, _site: number, bin: string): Json => run.context.enrichment?.bin?.(bin) ?? null,
  'Device.GetFullAttributes': (run: Run, _site: number, id: string): Json =>
    run.context.enrichment?.device?.(id, 'full') ?? null,
  'Device.GetAttributes': (run: Run, _site: number, id: string): Json =>
    run.context.enrichment?.device?.(id, 'usual') ?? null,
  'Model.Risk': (run: Run): Json => run.context.enrichment?.models?.risk() ?? null,
  'Model.Bot': (run: Run, _site: number, id: string): Json => run.context.enrichment?.models?.bot(id) ?? null,
} as const;
