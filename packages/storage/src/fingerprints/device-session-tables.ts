import type { JsonObject } from '@redoubt/kernel';
import type { Instant, JsonColumn } from '../database/schema.ts';

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
};
