import { newId, type Id } from '@redoubt/kernel';
import type { DeviceHistory } from '@redoubt/storage';

export type DeviceIdentity = {
  readonly deviceId: Id;
  /** From 0 to 1. */
  readonly confidence: number;
};

/** A cookie with the fingerprint it was seen with before; with another one (a new version of the browser); alone. */
const COOKIE_AND_FINGERPRINT = 0.99;
const COOKIE_CHANGED = 0.9;
const COOKIE_NEW = 0.95;
/** A fingerprint is shared by equal machines: the same address makes it far likelier to be one. */
const SAME_ADDRESS = 0.85;
const MOST_BY_FINGERPRINT = 0.7;

/**
 * Which device a session is of. The cookie carries the id of the device, so it outlives what is kept; without it, a
 * browser with the same fingerprint is taken for the same device, as far as that can be distinguished from others.
 *
 * @param distinctness how sure the library is that the fingerprint tells browsers apart, 0 to 1.
 */
export const identifyDevice = (
  { byCookie, byFingerprint }: DeviceHistory,
  seen: {
    readonly cookieId: Id | null;
    readonly fingerprint: string;
    readonly ip: string | null;
    readonly distinctness: number;
  },
): DeviceIdentity => {
  const { cookieId, fingerprint, ip, distinctness } = seen;
  if (cookieId !== null) {
    const [last] = byCookie;
    if (last === undefined) return { deviceId: cookieId, confidence: COOKIE_NEW };
    const confidence = last.fingerprint === fingerprint ? COOKIE_AND_FINGERPRINT : COOKIE_CHANGED;
    return { deviceId: last.deviceId, confidence };
  }
  const neighbour = ip === null ? undefined : byFingerprint.find((session) => session.ip === ip);
  if (neighbour) return { deviceId: neighbour.deviceId, confidence: SAME_ADDRESS };
  const devices = new Set(byFingerprint.map(({ deviceId }) => deviceId));
  const [only] = devices;
  if (only === undefined) return { deviceId: newId(), confidence: Math.max(0.5, distinctness) };
  // Several devices look alike: this is one of them, or another.
  return { deviceId: only, confidence: Math.min(MOST_BY_FINGERPRINT, distinctness) / devices.size };
};
