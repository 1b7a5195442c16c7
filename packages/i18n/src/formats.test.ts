import { describe, expect, it } from 'vitest';
import { createFormats, firstDayOfWeek, isIsoDate, nearestLanguage } from './index.ts';

const at = '2026-11-20T14:02:11.345Z';
const english = createFormats('en-US', 'utc');

describe('formats in English', () => {
  it('follow the documented patterns', () => {
    expect(english.date(at)).toBe('Nov 20, 2026');
    expect(english.month(at)).toBe('November 2026');
    expect(english.time(at)).toBe('2:02:11 PM');
    expect(english.time(at, 'minutes')).toBe('2:02 PM');
    expect(english.dateTime(at)).toBe('Nov 20, 2026 2:02:11 PM');
  });

  it('write dates as ISO 8601 does where that is chosen, and months in words', () => {
    const iso = createFormats('de-DE', 'utc', 'iso');
    expect([iso.dateTime(at), iso.time(at, 'minutes'), iso.month(at)]).toEqual([
      '2026-11-20 14:02:11',
      '14:02',
      'November 2026',
    ]);
    expect(iso.utc(at)).toBe('2026-11-20 14:02:11 UTC');
  });

  it('show 0 or 2 decimals', () => {
    expect(english.number(1234.567)).toBe('1,235');
    expect(english.number(1234.567, 2)).toBe('1,234.57');
  });

  it('divide a percentage by 100 before formatting it', () => {
    expect(english.percent(12.5)).toBe('12.5%');
    expect(english.percent(4, 0)).toBe('4%');
  });

  it('shorten numbers from 1000 only', () => {
    expect(english.compact(999)).toBe('999');
    expect(english.compact(1500)).toBe('1.5K');
  });

  it('give sizes the unit that fits', () => {
    const sizes = [0, 512, 1500, 2_340_000, 7.5e9, 4e12].map((size) => english.bytes(size));
    expect(sizes).toEqual(['0 B', '512 B', '1.5 kB', '2.3 MB', '7.5 GB', '4,000 GB']);
  });

  it('write out a currency that has no ISO code', () => {
    expect(english.currency(10, 'EUR')).toBe('€10.00');
    expect(english.currency(10, 'points')).toBe('10.00 POINTS');
    expect(english.currency(10, null)).toBe('10.00');
  });

  it('say how long ago something was', () => {
    const now = Date.parse(at);
    expect(english.relative(now - 5 * 60_000, now)).toBe('5 minutes ago');
    expect(english.relative(now + 3_600_000, now)).toBe('in 1 hour');
    expect(english.relative(now - 400, now)).toBe('now');
  });
});

describe('formats in other languages', () => {
  it('use their own order, clock and separators', () => {
    const german = createFormats('de-DE', 'utc');
    expect(german.dateTime(at)).toBe('20. Nov. 2026 14:02:11');
    expect(german.number(1234.5, 2)).toBe('1.234,50');
    expect(createFormats('da-DK', 'utc').time(at)).toBe('14.02.11');
  });
});

describe('the week', () => {
  it('starts on Monday in Spanish and French, and elsewhere as CLDR says', () => {
    expect(firstDayOfWeek('es-ES')).toBe(1);
    expect(firstDayOfWeek('fr-FR')).toBe(1);
    expect(firstDayOfWeek('de-DE')).toBe(1);
    expect(firstDayOfWeek('en-US')).toBe(7);
  });
});

describe('languages', () => {
  it('are found by their nearest tag', () => {
    expect(nearestLanguage('de-AT')).toBe('de-DE');
    expect(nearestLanguage('PT-br')).toBe('pt-BR');
    expect(nearestLanguage('ja')).toBeUndefined();
  });
});

describe('ISO dates', () => {
  it.each(['2026', '2026-11', '2026-11-20', '2026-11-20T14:02Z', '2026-11-20T14:02:11.5+01:00'])(
    'accept %s',
    (text) => {
      expect(isIsoDate(text)).toBe(true);
    },
  );
  it.each(['', '20.11.2026', '2026-13-01', '2026-11-20 14:02', ' 2026', '2026-11-20T25:00'])('refuse “%s”', (text) => {
    expect(isIsoDate(text)).toBe(false);
  });
});
