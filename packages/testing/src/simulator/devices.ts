import { addressIn, ANONYMOUS_NETWORKS, type Market } from './markets.ts';
import type { Random } from './random.ts';

/** A phone, tablet or computer, the same every time its owner shops. */
export type Device = {
  readonly externalDeviceId: string;
  readonly deviceId: string;
  readonly ipAddress: string;
  readonly profile: DeviceProfile;
};

export type DeviceProfile = {
  readonly weight: number;
  readonly type: 'Mobile' | 'Computer' | 'Tablet';
  readonly channel: 'Web' | 'MobileWeb' | 'App';
  readonly os: string;
  readonly model: string;
  readonly resolution: string;
  readonly aspectRatio: string;
  readonly processor: string;
  readonly userAgent: string;
};

const PROFILES: readonly DeviceProfile[] = [
  {
    weight: 26,
    type: 'Mobile',
    channel: 'MobileWeb',
    os: 'iOS',
    model: 'iPhone',
    resolution: '393x852',
    aspectRatio: '0.461',
    processor: 'arm64',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
  {
    weight: 22,
    type: 'Mobile',
    channel: 'App',
    os: 'Android',
    model: 'SM-S928B',
    resolution: '384x832',
    aspectRatio: '0.462',
    processor: 'arm64',
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  },
  {
    weight: 28,
    type: 'Computer',
    channel: 'Web',
    os: 'Windows',
    model: 'PC',
    resolution: '1920x1080',
    aspectRatio: '1.778',
    processor: 'x86_64',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
  },
  {
    weight: 14,
    type: 'Computer',
    channel: 'Web',
    os: 'macOS',
    model: 'Mac',
    resolution: '1512x982',
    aspectRatio: '1.540',
    processor: 'arm64',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  },
  {
    weight: 6,
    type: 'Tablet',
    channel: 'MobileWeb',
    os: 'iPadOS',
    model: 'iPad',
    resolution: '820x1180',
    aspectRatio: '0.695',
    processor: 'arm64',
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
  {
    weight: 4,
    type: 'Computer',
    channel: 'Web',
    os: 'Linux',
    model: 'PC',
    resolution: '2560x1440',
    aspectRatio: '1.778',
    processor: 'x86_64',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
];

/** What a script that drives a browser without a window sends. */
const HEADLESS: DeviceProfile = {
  weight: 0,
  type: 'Computer',
  channel: 'Web',
  os: 'Linux',
  model: 'PC',
  resolution: '800x600',
  aspectRatio: '1.333',
  processor: 'x86_64',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0.0.0 Safari/537.36',
};

const deviceOf = (random: Random, profile: DeviceProfile, ipAddress: string): Device => ({
  externalDeviceId: `dev-${random.guid().slice(0, 8)}`,
  deviceId: random.guid(),
  ipAddress,
  profile,
});

export const shopperDevice = (random: Random, market: Market): Device =>
  deviceOf(random, random.weighted(PROFILES), addressIn(random, market.networks));

/** A fraudster's device: behind an anonymiser, scripted or not. */
export const anonymousDevice = (random: Random, options: { readonly headless: boolean }): Device =>
  deviceOf(random, options.headless ? HEADLESS : random.weighted(PROFILES), addressIn(random, ANONYMOUS_NETWORKS));
