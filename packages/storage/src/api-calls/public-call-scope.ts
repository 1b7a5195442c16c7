import type { Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';

/** Whose calls of the public API: those to some environments, and on request those that no environment was found for. */
export type PublicCallScope = {
  readonly tenantId: Id;
  readonly environmentIds: readonly Id[];
  readonly includeUnknown: boolean;
};

/** Which of them: received from `from` on and before `to`. */
export type PublicCallRange = { readonly from: Date; readonly to: Date };

/** For tables with an `environment_id` that may be null. */
export const inEnvironments = ({ environmentIds, includeUnknown }: PublicCallScope): RawBuilder<boolean> =>
  sql<boolean>`(environment_id = any(${environmentIds}::uuid[]) or (${includeUnknown}::boolean and environment_id is null))`;
