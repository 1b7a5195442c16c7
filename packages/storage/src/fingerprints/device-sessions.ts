import type { Id, JsonObject } from '@redoubt/kernel';
import type { Database, TenantTransaction } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';

/** What was collected about a device at one visit. */
export type DeviceSession = {
  readonly environmentId: Id;
  readonly sessionId: string;
  readonly collectedAt: Date;
  readonly deviceId: Id;
  /** From 0 to 1: how sure it is that the device is the one it was taken for. */
  readonly confidence: number;
  readonly cookieId: Id | null;
  /** Hash of what rarely changes about a browser. */
  readonly fingerprint: string;
  readonly ip: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The fastest the device moved between its last sessions. */
  readonly speedMph: number;
  /** By key, all texts except the history of addresses. */
  readonly attributes: JsonObject;
};

const COLUMNS = `environment_id as "environmentId", session_id as "sessionId", collected_at as "collectedAt",
  device_id as "deviceId", confidence, cookie_id as "cookieId", fingerprint, ip, latitude, longitude,
  speed_mph as "speedMph", attributes`;

/**
 * Keeps a session. One that is there already is replaced only by the browser that it came from: a caller
 * who learns a foreign session id cannot put another device in its place. False where that was tried.
 */
export const saveDeviceSession = (database: Database, tenantId: Id, session: DeviceSession): Promise<boolean> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const { rowCount } = await client.query(
      `insert into device_session (tenant_id, environment_id, session_id, collected_at, device_id, confidence, cookie_id,
         fingerprint, ip, latitude, longitude, speed_mph, attributes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (tenant_id, session_id, environment_id) do update set collected_at = excluded.collected_at,
         device_id = excluded.device_id, confidence = excluded.confidence, cookie_id = excluded.cookie_id,
         fingerprint = excluded.fingerprint, ip = excluded.ip, latitude = excluded.latitude,
         longitude = excluded.longitude, speed_mph = excluded.speed_mph, attributes = excluded.attributes
       where device_session.cookie_id = excluded.cookie_id or
         (device_session.fingerprint = excluded.fingerprint and device_session.ip = excluded.ip)`,
      [
        tenantId,
        session.environmentId,
        session.sessionId,
        session.collectedAt,
        session.deviceId,
        session.confidence,
        session.cookieId,
        session.fingerprint,
        session.ip,
        session.latitude,
        session.longitude,
        session.speedMph,
        JSON.stringify(session.attributes),
      ],
    );
    return rowCount === 1;
  });

/** What is asked for: a session in any of some environments. */
export type WantedSession = { readonly tenantId: Id; readonly sessionId: string };

/** Sessions by id, many in one question; one id may stand in several environments. */
export const findDeviceSessions = async (
  database: Database,
  wanted: readonly WantedSession[],
): Promise<readonly (DeviceSession & { readonly tenantId: Id })[]> => {
  const tenantIds = [...new Set(wanted.map(({ tenantId }) => tenantId))];
  return asIngest(database.pools.ingest, tenantIds, async (client) => {
    const { rows } = await client.query<DeviceSession & { readonly tenantId: Id }>(
      `select d.tenant_id as "tenantId", ${COLUMNS}
         from jsonb_to_recordset($1::jsonb) as w("tenantId" uuid, "sessionId" text)
         join device_session d on d.tenant_id = w."tenantId" and d.session_id = w."sessionId"`,
      [JSON.stringify(wanted)],
    );
    return rows;
  });
};

/** Whether a tenant has any session at all. */
export const hasDeviceSessions = (database: Database, tenantId: Id): Promise<boolean> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const { rows } = await client.query('select 1 from device_session where tenant_id = $1 limit 1', [tenantId]);
    return rows.length > 0;
  });

/** What is known of a browser from before: by its cookie, and by its fingerprint, newest first. */
export type DeviceHistory = {
  readonly byCookie: readonly DeviceSession[];
  readonly byFingerprint: readonly DeviceSession[];
};

export const readDeviceHistory = (
  database: Database,
  tenantId: Id,
  {
    cookieId,
    fingerprint,
    sessionId,
  }: { readonly cookieId: Id | null; readonly fingerprint: string; readonly sessionId: string },
  limit: number,
): Promise<DeviceHistory> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const newest = async (column: 'cookie_id' | 'fingerprint', value: string | null) =>
      value === null
        ? []
        : (
            await client.query<DeviceSession>(
              `select ${COLUMNS} from device_session where tenant_id = $1 and ${column} = $2 and session_id <> $3
                order by collected_at desc limit $4`,
              [tenantId, value, sessionId, limit],
            )
          ).rows;
    return { byCookie: await newest('cookie_id', cookieId), byFingerprint: await newest('fingerprint', fingerprint) };
  });

/** Drops sessions older than an instant; gives how many those were. */
export const purgeDeviceSessions = (database: Database, tenantId: Id, before: Date): Promise<number> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const { rowCount } = await client.query('delete from device_session where tenant_id = $1 and collected_at < $2', [
      tenantId,
      before,
    ]);
    return rowCount ?? 0;
  });

/** One session of an environment. */
export const findDeviceSession = async (
  trx: TenantTransaction,
  environmentId: Id,
  sessionId: string,
): Promise<DeviceSession | undefined> => {
  const row = await trx
    .selectFrom('device_session')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return (
    row && {
      environmentId: row.environment_id,
      sessionId: row.session_id,
      collectedAt: row.collected_at,
      deviceId: row.device_id,
      confidence: row.confidence,
      cookieId: row.cookie_id,
      fingerprint: row.fingerprint,
      ip: row.ip,
      latitude: row.latitude,
      longitude: row.longitude,
      speedMph: row.speed_mph,
      attributes: row.attributes,
    }
  );
};

/** How many sessions came in since an instant, and when the newest of all came; null where none is kept. */
export const summariseDeviceSessions = async (
  trx: TenantTransaction,
  environmentId: Id,
  since: Date,
): Promise<{ readonly recent: number; readonly newest: Date | null }> => {
  const { recent, newest } = await trx
    .selectFrom('device_session')
    .where('environment_id', '=', environmentId)
    .select(({ fn }) => [
      fn.count<number>('session_id').filterWhere('collected_at', '>=', since).as('recent'),
      fn.max('collected_at').as('newest'),
    ])
    .executeTakeFirstOrThrow();
  return { recent, newest };
};
