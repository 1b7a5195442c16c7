import type { EmbeddedAddress } from '@redoubt/storage';
import { runAsAdmin } from '@redoubt/testing/database';

const DATABASE = 'redoubt';

/**
 * Writes what the log holds of a tenant's environment again, so many times, as if the same had happened again: batches, segments and ids. No
 * server may be at work on it. Projections stand at the end then, as if they had taken all of it.
 *
 * @returns the newest position.
 */
export const multiplyLog = async (
  server: EmbeddedAddress,
  { environmentId }: { readonly environmentId: string },
  times: number,
): Promise<number> => {
  const run = <Row extends object>(text: string): Promise<Row[]> => runAsAdmin<Row>(server, DATABASE, text);
  const [last] = await run<{ position: string; batch: string; first: string }>(
    `select (select position from stream) as position, (select max(batch_id) from commit_batch) as batch,
            (select min(first_position) from segment where environment_id = '${environmentId}') as first`,
  );
  if (last === undefined) throw new Error('the log is empty');
  const [position, batch, first] = [Number(last.position), Number(last.batch), Number(last.first)];
  const span = position - first + 1;
  await run(`
    create temporary table copied as select * from commit_batch where first_position >= ${first};
    insert into commit_batch (batch_id, first_position, event_count, tenant_ids, committed_at)
      select batch_id + d::bigint * ${batch}, first_position + d::bigint * ${span}, event_count, tenant_ids, committed_at
        from generate_series(1, ${times}) d cross join copied;
    insert into segment (tenant_id, environment_id, first_position, event_count, committed_at, span, codec, heads, data)
      select tenant_id, environment_id, first_position + d::bigint * ${span}, event_count, committed_at, span, codec, heads, data
        from generate_series(1, ${times}) d cross join segment where first_position between ${first} and ${position};
    insert into event_identity (tenant_id, environment_id, kind, event_id, batch_id, ordinal, body_hash)
      select i.tenant_id, i.environment_id, i.kind, i.event_id || '-' || d, i.batch_id + d::bigint * ${batch}, i.ordinal, i.body_hash
        from generate_series(1, ${times}) d cross join event_identity i join copied c on c.batch_id = i.batch_id;
    update stream set position = ${position + times * span};
    update projection_state set position = ${position + times * span};
    select setval('commit_batch_id', ${(times + 1) * batch + 1})`);
  await run('vacuum analyze commit_batch, segment, event_identity');
  return position + times * span;
};
