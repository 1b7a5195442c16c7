import { sql, type RawBuilder } from 'kysely';

const KEY = ['tenant_id', 'environment_id', 'kind', 'event_id'] as const;

/** Whether two rows, each named by its alias, are about one case. */
export const ofSameCase = (one: string, other: string): RawBuilder<unknown> =>
  sql.join(
    KEY.map((column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`),
    sql` and `,
  );

/** Whether an entry stands: an undo is the entry right after the one that it takes back. */
export const isNotUndone = (entry: string): RawBuilder<unknown> =>
  sql`not exists (select from case_entry u where ${ofSameCase('u', entry)}
        and u.number = ${sql.ref(`${entry}.number`)} + 1 and u.action = 'undo')`;
