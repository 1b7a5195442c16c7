import { SESSION_DAYS, SESSION_ID } from '@redoubt/domain';
import type { EnrichmentData } from '@redoubt/enrichment';
import { DAY_MS, isGuid, type Clock, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import { readDeviceHistory, saveDeviceSession, type Database, type DeviceSession } from '@redoubt/storage';
import { collectedOf, fingerprintOf } from './collected.ts';
import { appAttributes, deviceAttributes, type DeviceRequest } from './device-attributes.ts';
import { identifyDevice } from './device-identity.ts';
import type { Instance, Instances } from './instances.ts';
import { speedOfTravel } from './travel.ts';

/** What came from the hidden frame in a shop's page, or from an app. */
export type DeviceReport = DeviceRequest & {
  readonly sessionId: string;
  readonly instanceId: string;
  /** Value of our cookie; null where the browser sent none. */
  readonly cookieId: string | null;
  readonly body: Json;
  /** The SDK of an app that reports; absent for a browser. */
  readonly sdkType?: string;
};

export type DeviceCollection = {
  readonly database: Database;
  readonly clock: Clock;
  readonly instances: Instances;
  readonly data?: (() => EnrichmentData) | undefined;
  /** Called with each session that is kept. */
  readonly onCollected: (tenantId: Id) => void;
};

/** `refused`: not a session of ours, or another device's. */
export type CollectedOutcome =
  | { readonly outcome: 'kept'; readonly deviceId: Id; readonly instance: Instance }
  | { readonly outcome: 'refused' };

const REFUSED: CollectedOutcome = { outcome: 'refused' };
/** Earlier sessions that are looked at. */
const HISTORY = 20;
/** Addresses that are remembered with a session. */
const MAX_ADDRESSES = 10;

const addressHistory = (sessions: readonly DeviceSession[]): JsonObject[] => {
  const seen = new Set<string>();
  return sessions.flatMap(({ ip, collectedAt, attributes }) => {
    if (ip === null || seen.has(ip) || seen.size >= MAX_ADDRESSES) return [];
    seen.add(ip);
    return [{ ip, countryCode: attributes.deviceCountryCode ?? '', lastSeen: collectedAt.toISOString() }];
  });
};

/** Keeps what a browser reported, with what is known of its device from before. Nothing leaves this installation. */
export const collectDevice = async (
  { database, clock, instances, data, onCollected }: DeviceCollection,
  report: DeviceReport,
): Promise<CollectedOutcome> => {
  const collected = collectedOf(report.body);
  const instance = await instances.find(report.instanceId);
  if (collected === undefined || instance === undefined || !SESSION_ID.test(report.sessionId)) return REFUSED;
  const { tenantId, environmentId } = instance;
  const { sessionId, ip } = report;
  const cookieId = report.cookieId !== null && isGuid(report.cookieId) ? report.cookieId : null;
  const collectedAt = new Date(clock.now());
  await data?.().warm(['geo']);
  const address = data?.().address(ip) ?? {};
  const latitude = address.place?.latitude ?? null;
  const longitude = address.place?.longitude ?? null;
  const fingerprint = fingerprintOf(collected);
  const known = await readDeviceHistory(database, tenantId, { cookieId, fingerprint, sessionId }, HISTORY);
  const identity = identifyDevice(known, { cookieId, fingerprint, ip, distinctness: collected.distinctness });
  const oldest = collectedAt.getTime() - SESSION_DAYS * DAY_MS;
  const before = (known.byCookie.length > 0 ? known.byCookie : known.byFingerprint).filter(
    (session) => session.deviceId === identity.deviceId && session.collectedAt.getTime() >= oldest,
  );
  const here = { collectedAt, latitude, longitude };
  const texts =
    report.sdkType === undefined
      ? deviceAttributes(collected, report, address, collectedAt.getTime())
      : appAttributes(collected, report, address, collectedAt.getTime(), report.sdkType);
  const attributes: JsonObject = {
    ...texts,
    deviceId: identity.deviceId,
    deviceIdConfidence: identity.confidence.toFixed(2),
    cookieDeviceId: cookieId ?? '',
    sessionCount: String(before.length + 1),
    sessionAnomaly: before.some((session) => session.fingerprint !== fingerprint) ? 'true' : 'false',
  };
  const session: DeviceSession = {
    environmentId,
    sessionId,
    collectedAt,
    ...identity,
    // The cookie that is given with the answer: the next visit comes with it.
    cookieId: cookieId ?? identity.deviceId,
    fingerprint,
    ip,
    latitude,
    longitude,
    speedMph: speedOfTravel([here, ...before]),
    attributes,
  };
  const addresses = addressHistory([session, ...before]);
  const kept = { ...session, attributes: { ...attributes, ipAddressHistory: addresses } };
  if (!(await saveDeviceSession(database, tenantId, kept))) return REFUSED;
  onCollected(tenantId);
  return { outcome: 'kept', deviceId: identity.deviceId, instance };
};
