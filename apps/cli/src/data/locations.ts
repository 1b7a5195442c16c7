import { join } from 'node:path';
import type { DataKind, DataLocations } from '@redoubt/enrichment';
import type { CliContext } from '../cli-context.ts';

/** The setting that names a file of each kind. */
export const SETTINGS: Readonly<Record<DataKind, string>> = {
  city: 'IP_CITY_FILE',
  asn: 'IP_ASN_FILE',
  bins: 'BIN_FILE',
  markets: 'MARKETS_FILE',
};

/** Where this installation's data files are, read as the server reads it. */
export const dataLocations = ({ variables, dataDirectory }: CliContext): DataLocations => {
  const named = Object.entries(SETTINGS).flatMap(([kind, setting]) => {
    const path = variables[setting];
    return path === undefined || path === '' ? [] : [[kind, path] as const];
  });
  return { files: Object.fromEntries(named), directory: join(dataDirectory, 'enrichment') };
};
