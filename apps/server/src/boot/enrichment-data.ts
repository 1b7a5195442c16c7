import { findData, liveData, shareFiles, type DataKind, type DataLocations, type LiveData } from '@redoubt/enrichment';
import { BootError } from '@redoubt/storage';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from './settings/settings.ts';

/** How often files are looked at for a newer edition. */
const LOOK_MS = 2000;

type DataSettings = Pick<
  Settings,
  'REDOUBT_DATA' | 'IP_CITY_FILE' | 'IP_ASN_FILE' | 'BIN_FILE' | 'MARKETS_FILE' | 'ANSWERING_THREADS'
>;

const locationsOf = (settings: DataSettings): DataLocations => {
  const named: Readonly<Record<DataKind, string | undefined>> = {
    city: settings.IP_CITY_FILE,
    asn: settings.IP_ASN_FILE,
    bins: settings.BIN_FILE,
    markets: settings.MARKETS_FILE,
  };
  const files = Object.entries(named).filter(([, path]) => path !== undefined);
  return { files: Object.fromEntries(files), directory: join(settings.REDOUBT_DATA, 'enrichment') };
};

/** The data of this node. @throws `BootError` for a file that a setting names and that is not there. */
export const startEnrichmentData = (settings: DataSettings, log: FastifyBaseLogger): LiveData => {
  const locations = locationsOf(settings);
  for (const path of Object.values(locations.files)) {
    if (!existsSync(path)) throw new BootError(`The data file ${path} is not there.`);
  }
  if (findData(locations).city === undefined)
    log.warn('there are no data about IP addresses: Geo functions find nothing');
  if (settings.ANSWERING_THREADS > 0) shareFiles();
  return liveData({
    ...locations,
    everyMs: LOOK_MS,
    onProblem: (error) => log.error({ err: error }, 'a data file cannot be used'),
  });
};
