import type { Generated } from 'kysely';
import type { Instant } from '../columns.ts';

type CurrencySettingsTable = {
  tenant_id: string;
  /** Root of the tree. */
  environment_id: string;
  currency: string | null;
  max_age_days: number;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type ExchangeRateFileTable = {
  tenant_id: string;
  environment_id: string;
  file_id: string;
  name: string;
  layout: 'rows' | 'ecb';
  rates: number;
  added: number;
  changed: number;
  /** Days are read as texts. */
  from_day: string;
  to_day: string;
  uploaded_by: string;
  uploaded_at: Instant;
};

type ExchangeRateTable = {
  tenant_id: string;
  environment_id: string;
  day: string;
  base: string;
  quote: string;
  rate: number;
  file_id: string;
};

export type CurrencyTables = {
  currency_settings: CurrencySettingsTable;
  exchange_rate_file: ExchangeRateFileTable;
  exchange_rate: ExchangeRateTable;
};
