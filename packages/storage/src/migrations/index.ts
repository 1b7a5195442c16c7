import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';

/** Every migration by name, applied in the order of the names. Numbers: 0001–0019 base and log, 0020–0039 rules and lists. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-foundation': foundation,
};
