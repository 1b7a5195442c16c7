import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BinTable, binTableOf } from './bin/bin-table.ts';
import { DATA_FILES, findData, NO_DATA_SOURCES } from './data-files.ts';
import { csvRows } from './csv-rows.ts';
import { drain } from './drain.ts';
import { addressOf, plainAddress } from './ip/address.ts';
import { AsnTable, asnTableOf } from './ip/asn-table.ts';
import { placeOf } from './ip/places.ts';
import { liveData } from './live-data.ts';
import { openData } from './open-data.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'redoubt-enrichment-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const put = (name: string, content: string): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

const ignore = (): void => undefined;

describe('rows of a CSV text', () => {
  it('are cut at commas outside quotes, whatever ends a line', () => {
    const rows = [...csvRows('\u{feff}a,b\r\n1,"x, ""y"""\n\n2,')];
    expect(rows).toEqual([
      ['a', 'b'],
      ['1', 'x, "y"'],
      ['2', ''],
    ]);
  });
});

describe('addresses', () => {
  it('are read in every spelling', () => {
    expect(plainAddress(' ::ffff:192.0.2.1 ')).toBe('192.0.2.1');
    expect(plainAddress('fe80::1%eth0')).toBe('fe80::1');
    expect(plainAddress('192.0.2')).toBeUndefined();
    expect(addressOf('192.0.2.1')).toEqual({ version: 4, number: 3_221_225_985 });
    expect(addressOf('2001:db8::1')).toEqual({ version: 6, upper: 0x2001_0db8_0000_0000n });
    expect(addressOf('::')).toEqual({ version: 6, upper: 0n });
    expect(addressOf('1:2:3:4:5:6:7:8')).toEqual({ version: 6, upper: 0x0001_0002_0003_0004n });
  });
});

describe('networks', () => {
  const plain = drain(
    asnTableOf([
      '192.0.2.128,192.0.2.255,65002,"Two, Ltd"\n192.0.2.0,192.0.2.63,AS65001,One\nnonsense,1,2,3\n',
      '42540766411282592856903984951653826560,42540766490510755371168322545197776895,65003,Three\n',
    ]),
  );
  const table = new AsnTable(plain);
  const nameOf = (ip: string): string | undefined => table.find(addressOf(ip))?.organization;

  it('are found by range, and not between ranges', () => {
    expect(['192.0.2.0', '192.0.2.63', '192.0.2.64', '192.0.2.200', '192.0.3.0', '1.1.1.1'].map(nameOf)).toEqual([
      'One',
      'One',
      undefined,
      'Two, Ltd',
      undefined,
      undefined,
    ]);
    expect(nameOf('2001:db8::1')).toBe('Three');
    expect(nameOf('2001:db9::1')).toBeUndefined();
  });

  it('are refused where there are none', () => {
    expect(() => drain(asnTableOf(['a,b,c,d\n']))).toThrow('no row');
  });
});

describe('places', () => {
  it('are read in the layout of MaxMind', () => {
    const record = {
      country: { iso_code: 'US' },
      subdivisions: [{ iso_code: 'WA', names: { en: 'Washington', de: 'Washington' } }],
      city: { names: { en: 'Milton' } },
      postal: { code: '98354' },
      location: { latitude: 47.2, longitude: -122.3, time_zone: 'America/Los_Angeles' },
    };
    expect(placeOf(record)).toEqual({
      countryCode: 'US',
      region: 'Washington',
      stateCode: 'WA',
      city: 'Milton',
      postalCode: '98354',
      timeZone: 'America/Los_Angeles',
      latitude: 47.2,
      longitude: -122.3,
    });
    expect(placeOf({ country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'NW' }] }).stateCode).toBe('');
  });

  it('come from the package that is installed', () => {
    const data = openData(findData({ files: {}, directory }), { onProblem: ignore });
    expect(data.loaded()).toEqual([]);
    expect(data.source.geo('8.8.8.8')).toMatchObject({
      countryCode: 'US',
      countryRegion: 'United States',
      regionCode: 'CA',
      region: 'California',
      city: 'Mountain View',
      marketCode: 'NA',
    });
    expect(data.source.geo('185.220.101.1')).toMatchObject({ countryCode: 'DE', regionCode: '', marketCode: 'EMEA' });
    expect(data.source.geo('::ffff:8.8.8.8')).toEqual(data.source.geo('8.8.8.8'));
    for (const unknown of ['192.168.1.1', '127.0.0.1', 'nobody', '']) expect(data.source.geo(unknown)).toBeUndefined();
    expect(data.versionOf('geo')).toContain('DB-IP Lite city ipv4 2026');
    expect(data.versionOf('bin')).toBe('');
  });
});

describe('first digits of a card', () => {
  it('are known by the longest prefix, whatever hides the rest of the number', () => {
    const bins = put(
      'bins.csv',
      'bin,scheme,type,level,bank,country\n4111,Visa,credit,,First,us\n41111122,Visa,debit,gold,Second,DE\n12,x,,,,\n',
    );
    const { source } = openData({ bins, stamp: '' }, { onProblem: ignore });
    expect(source.bin('4111 1111 **** 1111')).toEqual({
      cardNetwork: 'Visa',
      cardType: 'credit',
      cardCategory: '',
      issuer: 'First',
      countryCode: 'US',
      error: '',
    });
    expect(source.bin('41111122')).toMatchObject({ issuer: 'Second', cardCategory: 'gold', countryCode: 'DE' });
    expect(source.bin('555555')).toMatchObject({ cardNetwork: 'Mastercard', issuer: '', error: 'Issuer not found.' });
    expect(source.bin('12')).toMatchObject({ cardNetwork: '', error: 'Not the first digits of a card.' });
  });
});

describe('a table of issuer ranges', () => {
  it('finds what a map of its prefixes finds', () => {
    const prefix = fc
      .tuple(fc.constantFrom(4, 5, 6, 8, 11), fc.nat({ max: 40 }))
      .map(([digits, number]) => String(number).padStart(digits, number % 2 === 0 ? '0' : '4'));
    const row = fc.tuple(prefix, fc.constantFrom('One', 'Zwei ß', ''), fc.constantFrom('us', 'DE', ''));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), prefix, (rows, asked) => {
        const lines = rows.map((cells) => cells.join()).join('\n');
        const table = new BinTable(drain(binTableOf(`bin,bank,country\n${lines}\n`)));
        const byPrefix = new Map(rows.map(([bin, issuer, country]) => [bin, { issuer, country }]));
        expect(table.size).toBe(byPrefix.size);
        for (const digits of [asked, ...byPrefix.keys()].map((each) => `${each}77777777777`.slice(0, 11))) {
          const known = [11, 8, 6, 5, 4].flatMap((length) => byPrefix.get(digits.slice(0, length)) ?? [])[0];
          const found = table.find(digits);
          expect(found && { issuer: found.issuer, country: found.countryCode }).toEqual(
            known && { issuer: known.issuer, country: known.country.toUpperCase() },
          );
        }
      }),
    );
  });
});

describe('data of an installation', () => {
  const live = (problems: string[] = []) =>
    liveData({ files: {}, directory, everyMs: 1_000_000, onProblem: ({ message }) => problems.push(message) });

  it('are exchanged when a file is replaced, and kept when the new one cannot be used', async () => {
    const problems: string[] = [];
    const path = put(DATA_FILES.bins, 'BIN,Issuer\n411111,First\n');
    const data = live(problems);
    const before = data.current();
    expect(before.source.bin('411111')).toMatchObject({ issuer: 'First' });
    put(DATA_FILES.bins, 'BIN,Issuer\n411111,Second bank\n');
    await data.refresh();
    expect(data.current().source.bin('411111')).toMatchObject({ issuer: 'Second bank' });
    expect(data.current().versionOf('bin')).not.toBe(before.versionOf('bin'));
    put(DATA_FILES.bins, 'nothing of use');
    utimesSync(path, new Date(0), new Date(0));
    await data.refresh();
    await data.refresh();
    expect(data.current().source.bin('411111')).toMatchObject({ issuer: 'Second bank' });
    expect(problems).toEqual([expect.stringContaining('no column BIN')]);
    expect(data.degradedReasons()).toEqual(problems);
    put(DATA_FILES.bins, 'BIN,Issuer\n411111,Third\n');
    await data.refresh();
    expect(data.degradedReasons()).toEqual([]);
    data.close();
    rmSync(path);
  });

  it('answer nothing where a file is broken, and say so once', () => {
    const problems: string[] = [];
    const city = put('broken.mmdb', 'no such thing');
    const data = openData(
      { city: { v4: city, v6: city, isPackaged: false }, stamp: '' },
      { onProblem: ({ message }) => problems.push(message) },
    );
    expect(data.source.geo('8.8.8.8')).toBeUndefined();
    expect(data.source.geo('8.8.4.4')).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining('is not an MMDB file')]);
  });

  it('may be missing altogether', () => {
    const { source } = openData(NO_DATA_SOURCES, { onProblem: ignore });
    expect(source.geo('8.8.8.8')).toBeUndefined();
    expect(source.bin('411111')).toMatchObject({ cardNetwork: 'Visa' });
  });

  it('take market codes of their own', () => {
    const markets = put('own-markets.csv', 'Country,Market\nUS,North\n');
    const city = findData({ files: {}, directory }).city;
    const data = openData({ ...(city && { city }), markets, stamp: '' }, { onProblem: ignore });
    expect(data.source.geo('8.8.8.8')?.marketCode).toBe('North');
    expect(data.source.geo('185.220.101.1')?.marketCode).toBe('');
  });
});
