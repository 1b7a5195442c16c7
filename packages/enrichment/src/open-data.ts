import { isIPv4 } from 'node:net';
import type { EnrichmentSource, GeoFacts } from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';
import { BinTable, binTableOf } from './bin/bin-table.ts';
import { networkOf } from './bin/networks.ts';
import { DataError } from './data-error.ts';
import type { DataSources } from './data-files.ts';
import type { Steps } from './drain.ts';
import { plainAddress } from './ip/address.ts';
import type { Network } from './ip/asn-table.ts';
import { type Markets, marketsOf, STANDARD_MARKETS } from './ip/markets.ts';
import { openMmdb, type Mmdb } from './ip/mmdb.ts';
import { type NetworkFinder, readNetworks } from './ip/networks.ts';
import { type Place, placeOf } from './ip/places.ts';
import { keepRecent } from './keep-recent.ts';
import { type Lazy, lazy } from './lazy.ts';
import { type Edition, readText } from './read-file.ts';
import { sharedOf } from './shared-files.ts';

/** What facts are about: IP addresses, and the first digits of cards. */
export const FACT_KINDS = ['geo', 'bin'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Everything known about an address; empty for one that is private or no address. */
export type AddressFacts = { readonly place?: Place | undefined; readonly network?: Network | undefined };

/** A file in use. */
type LoadedFile = {
  readonly kind: 'city IPv4' | 'city IPv6' | 'networks' | 'issuer ranges' | 'markets';
  readonly version: string;
  readonly size: string;
};

/** The data of one moment; each file is opened when it is first asked. */
export type EnrichmentData = {
  readonly source: Required<Pick<EnrichmentSource, 'geo' | 'bin'>>;
  readonly address: (ip: string) => AddressFacts;
  /** Where an address is, without its network, whose file is not opened for it. Answers for recent addresses are kept. */
  readonly place: (ip: string) => Place | undefined;
  /** Editions of the files that have answered a kind of facts so far; empty while none has. */
  readonly versionOf: (kind: FactKind) => string;
  /** Opens what a kind needs without delaying callers. */
  readonly warm: (kinds: Iterable<FactKind>) => Promise<void>;
  readonly loaded: () => readonly LoadedFile[];
};

/** The files of the package do not say themselves whose they are. */
function* readPlaces(path: string, isPackaged: boolean): Steps<Edition<Mmdb>> {
  const file = yield* openMmdb(path);
  if (file === undefined) throw new DataError(`${path} is not an MMDB file.`);
  return {
    value: file,
    version: isPackaged ? `DB-IP Lite ${file.version}` : file.version,
    size: `${file.bytes} bytes`,
  };
}

function* readBins(path: string): Steps<Edition<BinTable>> {
  const { table, version } = yield* sharedOf('issuer ranges', [path], function* (newBuffer) {
    const text = yield* readText(path);
    return { table: yield* binTableOf(text.content, newBuffer), version: text.version };
  });
  const value = new BinTable(table);
  return { value, version, size: `${value.size} ranges` };
}

function* readMarkets(path: string): Steps<Edition<Markets>> {
  const { content, version } = yield* readText(path);
  return { value: marketsOf(content), version, size: `${content.length} characters` };
}

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (COUNTRY_NAMES.of(code) ?? '') : '');

/** The digits a card number begins with, whatever hides the rest. */
const leadingDigits = (text: string): string => /^\d*/.exec(text.replaceAll(/[\s-]/g, ''))?.[0] ?? '';

const MIN_BIN_DIGITS = 4;
/** Digits asked for at most: what identifies an issuer, and never a whole card number. */
const MAX_BIN_DIGITS = 11;

const NOT_FOUND = { cardType: '', cardCategory: '', issuer: '', countryCode: '' };

const binFacts = (table: BinTable | undefined, text: string): JsonObject => {
  const digits = leadingDigits(text).slice(0, MAX_BIN_DIGITS);
  if (digits.length < MIN_BIN_DIGITS)
    return { cardNetwork: '', ...NOT_FOUND, error: 'Not the first digits of a card.' };
  const found = table?.find(digits);
  if (found === undefined) return { cardNetwork: networkOf(digits), ...NOT_FOUND, error: 'Issuer not found.' };
  return { ...found, cardNetwork: found.cardNetwork || networkOf(digits), error: '' };
};

/** Recent addresses whose places are kept: a shop sees few in a minute, and a record of an MMDB file is slow to read. */
const KEPT_PLACES = 4096;

export type OpenOptions = {
  /** Called with a file that cannot be used; facts are then unknown. */
  readonly onProblem: (error: Error) => void;
  /** `warm` throws what it finds wrong. */
  readonly strict?: boolean;
};

/** Facts from the files of one moment. Opens none yet. */
export const openData = (sources: DataSources, { onProblem, strict = false }: OpenOptions): EnrichmentData => {
  const open = <T>(make: (() => Steps<Edition<T>>) | undefined): Lazy<Edition<T>> | undefined =>
    make && lazy(make, onProblem, strict);
  const { city, asn, bins, markets } = sources;
  const v4 = open(city && (() => readPlaces(city.v4, city.isPackaged)));
  const v6 = city && city.v6 === city.v4 ? v4 : open(city && (() => readPlaces(city.v6, city.isPackaged)));
  const networks = open<NetworkFinder>(asn && (() => readNetworks(asn)));
  const issuers = open(bins === undefined ? undefined : () => readBins(bins));
  const own = open(markets === undefined ? undefined : () => readMarkets(markets));
  const used: Readonly<Record<FactKind, readonly (Lazy<Edition<unknown>> | undefined)[]>> = {
    geo: [v4, v6 === v4 ? undefined : v6, networks, own],
    bin: [issuers],
  };

  const placeAt = (ip: string): Place | undefined => {
    const record = (isIPv4(ip) ? v4 : v6)?.get()?.value.find(ip);
    return record && placeOf(record);
  };
  const address = (text: string): AddressFacts => {
    const ip = plainAddress(text);
    return ip === undefined ? {} : { place: placeAt(ip), network: networks?.get()?.value(ip) };
  };
  const places = keepRecent(KEPT_PLACES, (text: string) => {
    const ip = plainAddress(text);
    return ip === undefined ? undefined : placeAt(ip);
  });

  const geo = (ip: string): GeoFacts | undefined => {
    const { place, network } = address(ip);
    if (place === undefined && network === undefined) return undefined;
    const country = place?.countryCode ?? '';
    const isUs = country === 'US';
    return {
      countryCode: country,
      countryRegion: countryName(country),
      regionCode: place?.stateCode ?? '',
      region: isUs ? (place?.region ?? '') : '',
      city: place?.city ?? '',
      marketCode: (own?.get()?.value ?? STANDARD_MARKETS)(country),
      postalCode: place?.postalCode ?? '',
      isp: network?.organization ?? '',
    };
  };

  const files: readonly (readonly [LoadedFile['kind'], Lazy<Edition<unknown>> | undefined])[] = [
    ['city IPv4', v4],
    ['city IPv6', v6 === v4 ? undefined : v6],
    ['networks', networks],
    ['issuer ranges', issuers],
    ['markets', own],
  ];
  return {
    source: { geo, bin: (text) => binFacts(issuers?.get()?.value, text) },
    address,
    place: places,
    versionOf: (kind) => used[kind].flatMap((file) => file?.loaded()?.version ?? []).join(' + '),
    warm: async (kinds) => {
      for (const kind of kinds) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one file after the other, so that decisions go on between
        for (const file of used[kind]) await file?.warm();
      }
    },
    loaded: () =>
      files.flatMap(([kind, file]) => {
        const edition = file?.loaded();
        return edition ? [{ kind, version: edition.version, size: edition.size }] : [];
      }),
  };
};
