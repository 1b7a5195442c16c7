import type { Instant } from './columns.ts';

type AlertSubscriptionTable = {
  tenant_id: string;
  environment_id: string;
  cause: string;
  user_id: string;
  roles: string[];
  directory_roles: string[];
  seen_at: Instant;
  mailed_at: Instant | null;
  mailed_for: Instant | null;
};

export type AlertTables = { alert_subscription: AlertSubscriptionTable };
