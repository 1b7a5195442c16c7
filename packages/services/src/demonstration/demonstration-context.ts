import { newId, type Clock } from '@redoubt/kernel';
import { wasCreated, type Database } from '@redoubt/storage';
import type { ResourceType } from '../activity-entry.ts';
import type { EnvironmentContext } from '../context.ts';
import type { DemonstrationTenant } from './demonstration-data.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What the demonstration makes things with, in the first environment of a tenant. */
export const demonstrationContext = (
  database: Database,
  clock: Clock,
  tenant: DemonstrationTenant,
): EnvironmentContext => ({
  database,
  clock,
  tenantId: tenant.id,
  environmentId: tenant.environments[0]?.id ?? tenant.id,
  actor: { kind: 'system', id: 'demonstration', name: 'Demonstration' },
  correlationId: newId(),
  isImport: true,
  capabilities: {
    decisionRules: 'write',
    lists: 'write',
    queues: 'write',
    queueAssignments: 'write',
    routingRules: 'write',
  },
});

/** Whether something of this name was ever made: what people renamed or deleted is not made again. */
export const wasEverCreated = (context: EnvironmentContext, type: ResourceType, name: string): Promise<boolean> =>
  inTransaction(context, (trx) => wasCreated(trx, type, name));
