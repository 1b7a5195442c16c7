import type { BoosterAnswer, BoosterAttribute, BoosterConnector, BoosterState } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

export type BoosterTables = {
  booster_setting: {
    tenant_id: string;
    environment_id: string;
    opted_in: boolean;
    attributes: readonly BoosterAttribute[];
    holdout_percent: number;
    connectors: JsonColumn<readonly BoosterConnector[]>;
    consent_by: string | null;
    consent_at: Instant | null;
    consent_version: number | null;
    changed_by: string;
    changed_at: Instant;
    version: Generated<number>;
  };
  booster_sharing: {
    tenant_id: string;
    environment_id: string;
    kind: number;
    event_id: string;
    position: number;
    received_at: Instant;
    state: BoosterState;
    attempts: number;
    due_at: Instant;
    setting_environment_id: string | null;
    call_id: string | null;
    connector: string | null;
    attributes: readonly BoosterAttribute[] | null;
    holdout_percent: number | null;
    bin: string | null;
    network: string | null;
    currency: string | null;
    http_status: number | null;
    answer: BoosterAnswer | null;
    reference: string | null;
    problem: string | null;
    finished_at: Instant | null;
  };
};
