import type { UsagePrices } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from './columns.ts';

type UsagePricesTable = {
  tenant_id: string;
  prices: JsonColumn<UsagePrices>;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type StorageDayTable = {
  tenant_id: string;
  environment_id: string;
  /** Days are read as texts. */
  day: string;
  bytes: number;
};

export type UsageTables = {
  usage_prices: UsagePricesTable;
  storage_day: StorageDayTable;
};
