import { sql, type Kysely } from 'kysely';

/** Rules that decide, and post-decision actions, which run when everything is decided. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const table of ['rule', 'rule_template']) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql`
      alter table ${sql.table(table)}
        add column type text not null default 'decision' check (type in ('decision', 'action'))`.execute(db);
  }
};
