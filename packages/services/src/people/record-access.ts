import type { Json } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import type { Operation } from '../activity-entry.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';

/** What the activity log keeps of a role that was given. */
export type RecordedRole = {
  readonly role: string;
  readonly environment: string | null;
  readonly expiresAt: Date | null;
  readonly reason: string;
};

const jsonOf = ({ role, environment, expiresAt, reason }: RecordedRole): Json => ({
  role,
  environment: environment ?? '*',
  expiresAt: expiresAt?.toISOString() ?? null,
  reason,
});

/** Writes down what a holder was given, or what was taken from them, in one environment or the whole tenant. */
export const recordAccess = (
  trx: TenantTransaction,
  context: ServiceContext,
  entry: {
    readonly operation: Operation;
    /** Directory id of a person, or id of a group. */
    readonly id: string;
    readonly name: string;
    readonly environmentId: string | null;
    readonly original?: readonly RecordedRole[];
    readonly modified?: readonly RecordedRole[];
    /** Why roles were taken away. */
    readonly reason?: string;
  },
): Promise<void> => {
  const { original, modified, reason, ...rest } = entry;
  const why = reason === undefined || reason === '' ? {} : { reason };
  return recordActivity(trx, context, {
    ...rest,
    type: 'UserAccess',
    ...(original === undefined ? {} : { original: { roles: original.map(jsonOf) } }),
    ...(modified === undefined ? {} : { modified: { roles: modified.map(jsonOf), ...why } }),
  });
};
