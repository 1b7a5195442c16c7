import type { BudgetPeriod, UsagePrices } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

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

type UsageUploadTable = {
  tenant_id: string;
  environment_id: string;
  upload_id: string;
  hour: Instant;
  transactions: number;
};

type UsageBudgetTable = {
  tenant_id: string;
  environment_id: string | null;
  capability: string;
  amount: number;
  period: BudgetPeriod;
  /** Days are read as texts. */
  starts_on: string;
  alerts_at: readonly number[];
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type UsageBudgetAlertTable = {
  tenant_id: string;
  environment_id: string | null;
  capability: string;
  period: BudgetPeriod;
  period_from: string;
  amount: number;
  percent: number;
  at: Instant;
};

export type UsageTables = {
  usage_prices: UsagePricesTable;
  storage_day: StorageDayTable;
  usage_upload: UsageUploadTable;
  usage_budget: UsageBudgetTable;
  usage_budget_alert: UsageBudgetAlertTable;
};
