import { dayStartMs, dayText, rateTable, rootIdOf, type ExchangeRate, type RateTable } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { CompiledQuery } from 'kysely';
import type { TenantTransaction } from '../../database/database.ts';

/** Runs one statement, in the transaction of a tenant or in that of a projector, which holds several tenants. */
export type RunStatement = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>;

/** Which cases are meant: a condition on `review_case c`, whose values are `$1`, `$2` … */
type Scope = { readonly where: string; readonly values: readonly unknown[] };

type Settings = {
  readonly tenantId: Id;
  readonly rootId: Id;
  readonly currency: string | null;
  readonly maxAgeDays: number;
};
type Cell = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly currency: string;
  readonly day: string;
};
type Link = { readonly tenantId: Id; readonly id: Id; readonly parentId: Id | null };

const DAY = `(c.event_time at time zone 'UTC')::date`;

const loadTable = async (run: RunStatement, settings: Settings, days: readonly string[]): Promise<RateTable | null> => {
  const { tenantId, rootId, currency, maxAgeDays } = settings;
  const [first, last] = [days[0], days.at(-1)];
  if (currency === null || first === undefined || last === undefined) return null;
  const rates = await run<ExchangeRate>(
    `select to_char(day, 'YYYY-MM-DD') as day, base, quote, rate from exchange_rate
      where tenant_id = $1 and environment_id = $2 and day between $3::date and $4::date
      order by exchange_rate.day, base, quote`,
    [tenantId, rootId, dayText((dayStartMs(first) ?? 0) - maxAgeDays * DAY_MS), last],
  );
  return rateTable(currency, rates, maxAgeDays);
};

/** Writes the rate of each case whose currency has one on the day of its event, and 1 where it has none. */
const setRates = async (run: RunStatement, settings: readonly Settings[], scope: Scope): Promise<void> => {
  const cells = await run<Cell>(
    `select distinct c.tenant_id as "tenantId", c.environment_id as "environmentId", c.currency,
            to_char(${DAY}, 'YYYY-MM-DD') as day
       from review_case c where ${scope.where} and c.currency is not null order by 4`,
    scope.values,
  );
  if (cells.length === 0) return;
  const links = await run<Link>(
    `select tenant_id as "tenantId", environment_id as id, parent_id as "parentId" from environment
      where tenant_id = any($1::uuid[])`,
    [[...new Set(cells.map(({ tenantId }) => tenantId))]],
  );
  const byId = new Map(links.map((link) => [link.id, link]));
  const rated: (Cell & { readonly rate: number })[] = [];
  for (const [rootId, own] of Map.groupBy(cells, ({ environmentId }) => rootIdOf(environmentId, byId))) {
    const chosen = settings.find((each) => each.rootId === rootId);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    const table =
      chosen === undefined
        ? null
        : await loadTable(
            run,
            chosen,
            own.map(({ day }) => day),
          );
    for (const cell of own)
      rated.push({ ...cell, rate: table?.rateOn(cell.currency, dayStartMs(cell.day) ?? 0)?.rate ?? 1 });
  }
  // Locked in one order, as all do that lock several cases.
  const given = `$${scope.values.length + 1}`;
  await run(
    `with found as (
       select c.tenant_id, c.case_id, x.rate
         from review_case c
         join jsonb_to_recordset(${given}::jsonb)
              as x("tenantId" uuid, "environmentId" uuid, currency text, day date, rate float8)
           on x."tenantId" = c.tenant_id and x."environmentId" = c.environment_id and x.currency = c.currency
          and x.day = ${DAY}
        where ${scope.where} and c.rate <> x.rate
        order by c.case_id for update of c)
     update review_case c set rate = f.rate from found f
      where c.tenant_id = f.tenant_id and c.case_id = f.case_id`,
    [...scope.values, JSON.stringify(rated)],
  );
};

const SETTINGS = `select tenant_id as "tenantId", environment_id as "rootId", currency, max_age_days as "maxAgeDays"
  from currency_settings`;

/** Writes the rates of cases that were just opened, which stand at 1; without currencies chosen it reads one small table. */
export const rateNewCases = async (
  run: RunStatement,
  tenantIds: readonly Id[],
  caseIds: readonly Id[],
): Promise<void> => {
  const settings = await run<Settings>(`${SETTINGS} where currency is not null and tenant_id = any($1::uuid[])`, [
    tenantIds,
  ]);
  if (settings.length === 0) return;
  await setRates(run, settings, {
    where: 'c.tenant_id = any($1::uuid[]) and c.case_id = any($2::uuid[])',
    values: [tenantIds, caseIds],
  });
};

/** Statements in the transaction of a tenant. */
export const statementsIn =
  (trx: TenantTransaction): RunStatement =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await trx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

/**
 * Writes the rates of all open cases of a tree anew, after its rates or its currency changed. Cases that ended keep the
 * rate that they were ordered by.
 */
export const rateOpenCases = async (
  trx: TenantTransaction,
  rootId: Id,
  environmentIds: readonly Id[],
): Promise<void> => {
  const run = statementsIn(trx);
  const settings = await run<Settings>(`${SETTINGS} where environment_id = $1`, [rootId]);
  await setRates(run, settings, {
    where: 'c.environment_id = any($1::uuid[]) and c.outcome is null',
    values: [environmentIds],
  });
};
