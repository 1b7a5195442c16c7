import type { JsonObject } from '@redoubt/kernel';
import type { Instant, JsonColumn } from '../columns.ts';

export type DeviceSessionTables = {
  device_session: {
    tenant_id: string;
    environment_id: string;
    session_id: string;
    collected_at: Instant;
    device_id: string;
    confidence: number;
    cookie_id: string | null;
    fingerprint: string;
    ip: string | null;
    latitude: number | null;
    longitude: number | null;
    speed_mph: number;
    attributes: JsonColumn<JsonObject>;
  };
  fingerprint_host: {
    tenant_id: string;
    environment_id: string;
    host_name: string;
    changed_by: string;
    changed_at: Instant;
    checked_at: Instant | null;
    problem: string | null;
    certificate_until: Instant | null;
  };
};
