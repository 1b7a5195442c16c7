import { isIdentifying } from '@redoubt/domain';
import { isJsonObject, type Id, type Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Where people keep samples, which may be copies of events: table and column. */
export const SAMPLES = [
  ['rule_set', 'sample_payload'],
  ['rule_branch', 'sample_payload'],
  ['rule_draft', 'sample_payload'],
  ['rule_version', 'sample_payload'],
  ['rule_template', 'sample_payload'],
  ['velocity_set_draft', 'sample_payload'],
  ['velocity_set_version', 'sample_payload'],
  ['fql_function_draft', 'sample_payload'],
  ['fql_function_version', 'sample_payload'],
  ['external_call', 'sample_response'],
] as const;

/** Members that hold an id of a person, however short it is. */
const ID_MEMBER = /^(id|userid|customerid)$/i;

const says = (value: Json, wanted: string, member = ''): boolean => {
  if (Array.isArray(value)) return (value as readonly Json[]).some((each) => says(each, wanted, member));
  if (isJsonObject(value)) return Object.entries(value).some(([name, each]) => says(each, wanted, name));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (isIdentifying(wanted) || ID_MEMBER.test(member)) && text === wanted;
};

/**
 * Masks samples that name a person: what a user pasted as an example stays one in shape.
 *
 * @param mask JSON text in, the same with other values out.
 * @returns how many were masked.
 */
export const sweepSamples = async (
  trx: TenantTransaction,
  value: string,
  mask: (json: string) => string,
): Promise<number> => {
  const written = JSON.stringify(value).slice(1, -1);
  let masked = 0;
  for (const [table, column] of SAMPLES) {
    const [name, sample] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{ place: string; text: string }>`
      select ctid::text as place, ${sample}::text as text from ${name}
       where position(${written} in ${sample}::text) > 0 or position('\\u' in ${sample}::text) > 0
       for update`.execute(trx);
    for (const { place, text } of rows) {
      if (!says(JSON.parse(text) as Json, value)) continue;
      await sql`update ${name} set ${sample} = ${mask(text)}::json where ctid = ${place}::tid`.execute(trx);
      masked += 1;
    }
  }
  return masked;
};

type Gone = (environmentId: Id, eventId: string) => boolean;

/** The same without the entries of lists that name an erased event. */
const without = (value: Json, isGone: Gone): Json => {
  if (Array.isArray(value)) {
    return (value as readonly Json[])
      .filter((each) => {
        if (!isJsonObject(each)) return true;
        const { environmentId, eventId } = each;
        return !(typeof environmentId === 'string' && typeof eventId === 'string' && isGone(environmentId, eventId));
      })
      .map((each) => without(each, isGone));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, without(each, isGone)]));
};

/** Takes erased events out of the samples that results of backtests show; their numbers stay. */
export const sweepBacktests = async (
  trx: TenantTransaction,
  erased: readonly { readonly environmentId: Id; readonly eventId: string }[],
): Promise<void> => {
  const gone = new Set(erased.map(({ environmentId, eventId }) => `${environmentId} ${eventId}`));
  const results = await trx
    .selectFrom('backtest')
    .select(['backtest_id as id', 'result'])
    .where('result', 'is not', null)
    .execute();
  for (const { id, result } of results) {
    const before = JSON.stringify(result);
    const after = JSON.stringify(without(result, (environmentId, eventId) => gone.has(`${environmentId} ${eventId}`)));
    if (after === before) continue;
    await trx.updateTable('backtest').set({ result: after }).where('backtest_id', '=', id).execute();
  }
};

/**
 * Removes notices that lead to erased events or to the review of their cases: the address names the event, whose id may be
 * the person's.
 *
 * @param links addresses of events inside the console, `/search/…`.
 */
export const sweepNotices = async (trx: TenantTransaction, links: readonly string[]): Promise<void> => {
  await sql`
    delete from notice
     where regexp_replace(link, '^/casemanagement/queues/[^/]+', '/search') = any(${links}::text[])`.execute(trx);
};

/** Support lists that hold a value; they guard against fraud and are kept on purpose. */
export const findSupportMentions = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<readonly string[]> => {
  const rows = await trx
    .selectFrom('support_list_entry')
    .select('entity')
    .distinct()
    .where('environment_id', 'in', environmentIds)
    .where('until_revision', 'is', null)
    .where((is) => is.or([is('value', '=', value), is('value_key', '=', value.trim().toLowerCase())]))
    .orderBy('entity')
    .execute();
  return rows.map(({ entity }) => entity);
};
