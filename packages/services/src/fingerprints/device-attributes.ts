import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { DEVICE_ATTRIBUTES } from '@redoubt/domain';
import type { AddressFacts } from '@redoubt/enrichment';
import { UAParser } from 'ua-parser-js';
import type { Collected } from './collected.ts';

/** What the request itself says. */
export type DeviceRequest = {
  readonly ip: string;
  /** Names and values in the order they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
};

type Texts = Readonly<Record<string, string>>;

/** What the browser may say of itself; everything else is found out here, whatever it sends. */
const FROM_BROWSER: ReadonlySet<string> = new Set([
  ...[...DEVICE_ATTRIBUTES.hints, ...DEVICE_ATTRIBUTES.script, ...DEVICE_ATTRIBUTES.graphics].map(({ key }) => key),
  'cookieEnabled',
  'scriptUserAgent',
  'scriptUserAgentLanguages',
  'urlReferrer',
  'connectionType',
  'lineSpeed',
  'roundTripTime',
  'browserAutomation',
  'headlessAppVersion',
]);

/** What an app tells; addresses, places and the device's id are worked out here. */
const FROM_APP: ReadonlySet<string> = new Set([
  ...DEVICE_ATTRIBUTES.app.map(({ key }) => key),
  'deviceModelName',
  'deviceSystemVersion',
  'platform',
  'screenResolution',
  'timeZone',
  'timeZoneOffset',
  'realtimeTimezoneOffset',
]);

const yes = (is: boolean): string => (is ? 'true' : 'false');

const headerOf = (request: DeviceRequest, name: string): string =>
  request.headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1] ?? '';

/** Headers that a network or an extension changes, and that change from one request to the next. */
const UNSTABLE = /^(?:content-length|cookie|x-forwarded|forwarded|via|traceparent|priority|if-|cache-control|pragma)/;

/** Which headers came in which order, and how they were written: browsers differ, programs that pretend differ more. */
const headerSignature = ({ headers }: DeviceRequest): string => {
  const names = headers.map(([name]) => name).filter((name) => !UNSTABLE.test(name.toLowerCase()));
  return `${names.length}:${createHash('sha256').update(names.join(',')).digest('hex').slice(0, 16)}`;
};

const PROXY_HEADERS = ['via', 'x-forwarded-for', 'forwarded', 'x-real-ip', 'proxy-connection', 'x-proxy-id'];

/** Host names of two labels or, below a short second-level name such as `co.uk`, of three. */
const secondLevelDomain = (host: string): string => {
  const labels = host.split('.');
  if (labels.length < 2 || /^[\d.]+$/.test(host)) return host;
  const isShort = (labels.at(-2)?.length ?? 0) <= 3 && (labels.at(-1)?.length ?? 0) === 2;
  return labels.slice(isShort ? -3 : -2).join('.');
};

const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
};

const zonesOf = (country: string): readonly string[] => {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & { getTimeZones?: () => string[] };
  return locale.getTimeZones?.() ?? [];
};

/**
 * Whether the browser's clock is of another country than its address; zones go by several names, so by their offset.
 */
const isZoneElsewhere = (zone: string, country: string, nowMs: number): boolean => {
  const zones = zonesOf(country);
  if (zone === '' || zones.length === 0) return false;
  const offsetOf = (name: string): string | undefined => {
    try {
      const parts = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' }).formatToParts(
        nowMs,
      );
      return parts.find(({ type }) => type === 'timeZoneName')?.value;
    } catch {
      return undefined;
    }
  };
  const offset = offsetOf(zone);
  return offset === undefined || !zones.some((candidate) => offsetOf(candidate) === offset);
};

/** Families of operating systems, as user agents and `navigator.platform` name them. */
const FAMILIES: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['apple-mobile', /ipad|iphone|ipod|^ios/i],
  ['android', /android/i],
  ['windows', /win/i],
  ['mac', /mac/i],
  ['chromeos', /cros|chrome ?os|chromium os/i],
  ['linux', /linux|ubuntu|debian|fedora|x11/i],
];
const familyOf = (text: string): string => FAMILIES.find(([, pattern]) => pattern.test(text))?.[0] ?? '';

/** Android and Chrome OS are Linux underneath, and an iPad may call itself a Mac. */
const ALIKE = [new Set(['android', 'linux', 'chromeos']), new Set(['mac', 'apple-mobile'])];
const isOtherSystem = (userAgent: string, platform: string): boolean => {
  const [one, other] = [familyOf(userAgent), familyOf(platform)];
  return one !== '' && other !== '' && one !== other && !ALIKE.some((set) => set.has(one) && set.has(other));
};

const typeOf = (device: string | undefined, isBot: boolean): string => {
  if (isBot) return 'Robot';
  return device === 'mobile' || device === 'tablet' ? 'Mobile Browser' : 'Browser';
};

const BOT = /bot|crawl|spider|headless|phantom|slurp|curl|wget|python-|java\/|okhttp|puppeteer|playwright|selenium/i;

const network = ({ ip, headers }: DeviceRequest, { place, network: owner }: AddressFacts): Texts => {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const isProxied = PROXY_HEADERS.some((name) => names.has(name));
  return {
    trueIp: ip,
    ipVersion: isIPv6(ip) ? '6' : '4',
    deviceCountryCode: place?.countryCode ?? '',
    deviceState: place?.region ?? '',
    deviceCity: place?.city ?? '',
    devicePostalCode: place?.postalCode ?? '',
    ipTimeZone: place?.timeZone ?? '',
    latitude: place?.latitude?.toFixed(4) ?? '',
    longitude: place?.longitude?.toFixed(4) ?? '',
    deviceAsn: owner === undefined ? '' : String(owner.asn),
    organization: owner?.organization ?? '',
    carrier: owner?.organization ?? '',
    proxy: yes(isProxied),
    proxyType: isProxied ? 'http' : 'unknown',
    proxyIp: isProxied ? ip : '',
  };
};

const browser = (request: DeviceRequest, sent: Texts, isBot: boolean): Texts => {
  const userAgent = headerOf(request, 'user-agent');
  const parsed = new UAParser(userAgent).getResult();
  const host = hostOf(sent.urlReferrer ?? '');
  return {
    browserUserAgent: userAgent,
    userAgentBrowser: parsed.browser.name ?? '',
    userAgentBrowserVersion: parsed.browser.version ?? '',
    userAgentOperatingSystem: parsed.os.name ?? '',
    deviceSystemVersion: parsed.os.version ?? '',
    userAgentPlatform: parsed.os.name ?? '',
    userAgentDeviceFamily: parsed.device.vendor ?? '',
    deviceModelName: parsed.device.model ?? '',
    userAgentMobile: yes(parsed.device.type === 'mobile'),
    userAgentType: typeOf(parsed.device.type, isBot),
    browserUserAgentLanguages: headerOf(request, 'accept-language'),
    httpHeaders: headerSignature(request),
    profiledDomain: host,
    sld: host === '' ? '' : secondLevelDomain(host),
    sdkType: 'web',
  };
};

const firstLanguage = (text: string): string => /^[a-z]{2,3}/i.exec(text.trim())?.[0].toLowerCase() ?? '';

/** A screen of no size, or of a size that no device has. */
const isOddScreen = (resolution: string): boolean => {
  const [width = 0, height = 0] = resolution.split('x').map(Number);
  return resolution !== '' && !(width >= 200 && height >= 200 && width <= 16_384 && height <= 16_384);
};

const anomalies = (request: DeviceRequest, sent: Texts, country: string, nowMs: number): Texts => {
  const userAgent = headerOf(request, 'user-agent');
  const languages = headerOf(request, 'accept-language');
  const scriptAgent = sent.scriptUserAgent ?? '';
  const hinted = sent.userAgentHintPlatform ?? '';
  const browserOf = (text: string): string => new UAParser(text).getBrowser().name ?? '';
  return {
    timeZoneMismatch: yes(isZoneElsewhere(sent.timeZone ?? '', country, nowMs)),
    osMismatch: yes(isOtherSystem(userAgent, sent.platform ?? '') || isOtherSystem(userAgent, hinted)),
    screenResolutionAnomaly: yes(isOddScreen(sent.screenResolution ?? '')),
    userAgentBrowserAnomaly: yes(scriptAgent !== '' && browserOf(scriptAgent) !== browserOf(userAgent)),
    userAgentLanguagesAnomaly: yes(
      languages !== '' &&
        (sent.scriptUserAgentLanguages ?? '') !== '' &&
        firstLanguage(languages) !== firstLanguage(sent.scriptUserAgentLanguages ?? ''),
    ),
  };
};

/** Points of a thousand by what gives a program away; no model, and said so where it is shown. */
const botPoints = (found: Texts, isBot: boolean): string => {
  if (isBot) return '950';
  const odd = ['osMismatch', 'userAgentBrowserAnomaly', 'userAgentLanguagesAnomaly', 'screenResolutionAnomaly'];
  return String(Math.min(900, 250 * odd.filter((key) => found[key] === 'true').length));
};

const among = (texts: Texts, keys: ReadonlySet<string>): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => keys.has(key)));

/** Points for what gives an emulator or a manipulated device away; no model. */
const appPoints = ({ isDeviceEmulator, isDeviceRooted, timeZoneMismatch }: Texts): string =>
  String(250 * [isDeviceEmulator, isDeviceRooted, timeZoneMismatch].filter((each) => each === 'true').length);

/**
 * Everything known about a device whose app reports, by key; all texts. An app has no browser: what it says of its
 * system stands under the keys that rules read for browsers.
 */
export const appAttributes = (
  { attributes }: Collected,
  request: DeviceRequest,
  address: AddressFacts,
  nowMs: number,
  sdkType: string,
): Texts => {
  const sent = among(attributes, FROM_APP);
  const system = sent.deviceSystemName ?? '';
  const country = address.place?.countryCode ?? '';
  const found: Texts = {
    ...sent,
    ...network(request, address),
    sdkType,
    userAgentPlatform: system,
    userAgentOperatingSystem: system,
    userAgentDeviceFamily: sent.deviceManufacturer ?? '',
    userAgentMobile: 'true',
    userAgentType: 'Mobile',
    browserUserAgent: headerOf(request, 'user-agent'),
    browserUserAgentLanguages: sent.preferredLanguages ?? '',
    timeZoneMismatch: yes(isZoneElsewhere(sent.timeZone ?? '', country, nowMs)),
  };
  return { ...found, botScore: appPoints(found) };
};

/**
 * Everything known about a device at one visit, by key (`docs/reference/wire.md#device-facts`); all texts. What the
 * browser says of itself is taken only where no other source knows it; the rest comes from the request and from data
 * beside the server.
 */
export const deviceAttributes = (
  { attributes }: Collected,
  request: DeviceRequest,
  address: AddressFacts,
  nowMs: number,
): Texts => {
  const sent = among(attributes, FROM_BROWSER);
  const isBot = (sent.browserAutomation ?? 'false') !== 'false' || BOT.test(headerOf(request, 'user-agent'));
  const found = anomalies(request, sent, address.place?.countryCode ?? '', nowMs);
  return {
    ...sent,
    ...network(request, address),
    ...browser(request, sent, isBot),
    ...found,
    botScore: botPoints(found, isBot),
  };
};
