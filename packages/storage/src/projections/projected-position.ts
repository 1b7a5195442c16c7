import type { Database } from '../database/database.ts';

/** How far projectors have come together, as a text that another state has another one of. */
export const projectedPosition = async ({ pools }: Pick<Database, 'pools'>): Promise<string> => {
  const { rows } = await pools.reports.query<{ positions: string | null }>(
    "select string_agg(position::text, ' ' order by projector) as positions from projection_state",
  );
  return rows[0]?.positions ?? '';
};
