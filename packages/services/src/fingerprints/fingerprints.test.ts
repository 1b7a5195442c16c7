import { describe, expect, it } from 'vitest';
import { collectedOf, fingerprintOf } from './collected.ts';
import { deviceAttributes } from './device-attributes.ts';
import { deviceSource, sessionIdOf } from './device-facts.ts';
import { identifyDevice } from './device-identity.ts';
import { speedOfTravel } from './travel.ts';

const NOW_MS = Date.UTC(2026, 2, 14, 10);
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const collected = (attributes: Record<string, string>, components: Record<string, string> = {}) => ({
  attributes,
  components,
  distinctness: 0.6,
});

describe('what a browser reports', () => {
  it('is read as texts by name, and whatever else it is left out', () => {
    const hostile = JSON.parse(
      '{"attributes":{"platform":"Win32","__proto__":"x","a b":"y","count":7,"nul":"a\\u0000b"},"distinctness":9}',
    );
    expect({ ...collectedOf(hostile)?.attributes }).toEqual({ platform: 'Win32', nul: 'ab' });
    expect(collectedOf(hostile)?.distinctness).toBe(0);
    for (const nothing of [null, [], 'x', { attributes: [] }]) expect(collectedOf(nothing as never)).toBeUndefined();
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'x'.repeat(5000)]));
    const texts = Object.values(collectedOf({ attributes: many })?.attributes ?? {});
    expect([texts.length, texts[0]?.length]).toEqual([100, 1000]);
  });

  it('has a fingerprint that survives a journey and a new monitor', () => {
    const at = (components: Record<string, string>) => fingerprintOf(collected({}, components));
    const home = at({ canvas: 'a', timezone: 'Europe/Berlin', screenResolution: '[1920,1080]' });
    expect(at({ screenResolution: '[800,600]', timezone: 'Asia/Tokyo', canvas: 'a' })).toBe(home);
    expect(at({ canvas: 'b', timezone: 'Europe/Berlin' })).not.toBe(home);
  });
});

describe('attributes of a device', () => {
  const headers = [
    ['Host', 'shop'],
    ['User-Agent', WINDOWS],
    ['Accept-Language', 'de-DE,de;q=0.9'],
  ] as const;
  const place = {
    countryCode: 'DE',
    region: 'Hesse',
    stateCode: '',
    city: 'Frankfurt',
    postalCode: '60311',
    timeZone: '',
    latitude: 50.11,
    longitude: 8.68,
  };
  const address = { place, network: { asn: 3320, organization: 'Telekom' } };
  const of = (sent: Record<string, string>, extra: readonly (readonly [string, string])[] = []) =>
    deviceAttributes(collected(sent), { ip: '192.0.2.7', headers: [...headers, ...extra] }, address, NOW_MS);

  it('come from the request and the data beside the server, whatever the browser claims', () => {
    const found = of({
      trueIp: '203.0.113.1',
      deviceCountryCode: 'US',
      botScore: '0',
      deviceId: 'mine',
      platform: 'Win32',
      timeZone: 'Europe/Vienna',
      scriptUserAgentLanguages: 'de',
      urlReferrer: 'https://pay.shop.co.uk/checkout',
    });
    expect(found).toMatchObject({
      trueIp: '192.0.2.7',
      deviceCountryCode: 'DE',
      deviceAsn: '3320',
      carrier: 'Telekom',
      proxy: 'false',
      userAgentBrowser: 'Chrome',
      userAgentOperatingSystem: 'Windows',
      userAgentType: 'Browser',
      profiledDomain: 'pay.shop.co.uk',
      sld: 'shop.co.uk',
      timeZoneMismatch: 'false',
      osMismatch: 'false',
      userAgentLanguagesAnomaly: 'false',
      botScore: '0',
    });
    expect(found).not.toHaveProperty('deviceId');
    for (const value of Object.values(found)) expect(typeof value).toBe('string');
  });

  it('name what does not fit together', () => {
    const odd = of(
      { platform: 'Linux x86_64', timeZone: 'Asia/Tokyo', scriptUserAgentLanguages: 'en-US', screenResolution: '0x0' },
      [['Via', '1.1 cache']],
    );
    expect(odd).toMatchObject({
      timeZoneMismatch: 'true',
      osMismatch: 'true',
      userAgentLanguagesAnomaly: 'true',
      screenResolutionAnomaly: 'true',
      proxy: 'true',
      proxyType: 'http',
      botScore: '750',
    });
    expect(of({ browserAutomation: 'headless_chrome' })).toMatchObject({ userAgentType: 'Robot', botScore: '950' });
  });
});

describe('the device behind a session', () => {
  const session = (deviceId: string, changes: Record<string, unknown> = {}) =>
    ({ deviceId, fingerprint: 'f', ip: '192.0.2.1', ...changes }) as never;
  const seen = { cookieId: null, fingerprint: 'f', ip: '192.0.2.1', distinctness: 0.6 };

  it('is the one of its cookie, even with nothing kept of it', () => {
    const cookieId = 'c';
    expect(identifyDevice({ byCookie: [], byFingerprint: [] }, { ...seen, cookieId })).toEqual({
      deviceId: 'c',
      confidence: 0.95,
    });
    const history = { byCookie: [session('d')], byFingerprint: [session('other')] };
    expect(identifyDevice(history, { ...seen, cookieId })).toEqual({ deviceId: 'd', confidence: 0.99 });
    expect(identifyDevice(history, { ...seen, cookieId, fingerprint: 'g' }).confidence).toBe(0.9);
  });

  it('is one that looked alike, the likelier the fewer there are', () => {
    const alike = (...sessions: readonly never[]) => identifyDevice({ byCookie: [], byFingerprint: sessions }, seen);
    expect(alike(session('d'))).toEqual({ deviceId: 'd', confidence: 0.85 });
    const elsewhere = { ip: '198.51.100.1' };
    expect(alike(session('d', elsewhere))).toEqual({ deviceId: 'd', confidence: 0.6 });
    expect(alike(session('d', elsewhere), session('e', elsewhere)).confidence).toBe(0.3);
    expect(alike().confidence).toBe(0.6);
  });
});

describe('the speed of travel', () => {
  const at = (hours: number, latitude: number | null, longitude: number | null) => ({
    collectedAt: new Date(NOW_MS + hours * 3_600_000),
    latitude,
    longitude,
  });
  const BERLIN = [52.52, 13.405] as const;
  const PARIS = [48.8566, 2.3522] as const;

  it('is the fastest between consecutive ones of the last five sessions', () => {
    // 546 miles as the crow flies.
    expect(speedOfTravel([at(2, ...PARIS), at(0, ...BERLIN)])).toBeCloseTo(273, 0);
    const later = [1, 2, 3, 4, 5].map((hours) => at(10 + hours, ...PARIS));
    expect(speedOfTravel([at(2, ...PARIS), at(0, ...BERLIN), ...later])).toBe(0);
  });

  it('is 0 for one session, small distances, and addresses without a place', () => {
    expect(speedOfTravel([at(0, ...BERLIN)])).toBe(0);
    expect(speedOfTravel([at(0, ...BERLIN), at(0.1, 52.4, 13.07)])).toBe(0);
    expect(speedOfTravel([at(0, ...BERLIN), at(1, null, null)])).toBe(0);
  });

  it('is finite for two places in the same instant', () => {
    expect(speedOfTravel([at(0, ...BERLIN), at(0, ...PARIS)])).toBeCloseTo(546 * 60, -3);
  });
});

describe('what decisions know of a device', () => {
  it('is only what the session of the event says', () => {
    const found = { sessionId: 'mine', speedMph: 12, attributes: { trueIp: '192.0.2.1', vendor: 'x' } };
    const source = deviceSource(found);
    expect(source.device?.('mine', 'full')).toBe(found.attributes);
    expect(source.device?.('mine', 'usual')).toMatchObject({ trueIp: '192.0.2.1', deviceCity: '' });
    expect(source.device?.('mine', 'usual')).not.toHaveProperty('vendor');
    expect(source.device?.('theirs', 'full')).toBeUndefined();
    expect(source.speedOfTravel?.('theirs')).toBeUndefined();
  });

  it('is asked for by the id that each kind of event names it with', () => {
    expect(sessionIdOf({ deviceContext: { deviceContextId: 'a-1' } })).toBe('a-1');
    expect(sessionIdOf({ device: { deviceContextId: 'b_2' } })).toBe('b_2');
    expect(sessionIdOf({ deviceFingerprinting: { id: 'c' } })).toBe('c');
    expect(sessionIdOf({ deviceContext: { deviceContextId: 'no such; id' } })).toBeUndefined();
  });
});
