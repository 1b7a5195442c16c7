import type { getLossReport as reportEndpoint, LossData, LossDetail, LossReport, QueryOf } from '@redoubt/contracts';
import {
  allows,
  fail,
  LOSS_ENTITY_KINDS,
  LOSS_REASONS,
  LOSS_SHOWN_MONTHS,
  LOSS_THRESHOLDS,
  MAX_LOSS_SCORE,
  monthAfter,
  RETAIL_SET_NAMES,
  SIGNIFICANT_PERCENTILE,
  type LossEntityKind,
} from '@redoubt/domain';
import { fromMoneyUnits, guardedCsvLine } from '@redoubt/kernel';
import {
  averageLossScores,
  countLossEntities,
  findJob,
  hasRetailRows,
  listFindings,
  listLossMonths,
  listLossScores,
  listLossTransactions,
  OPEN_JOB_STATES,
  rankLossEntities,
  sumLossAmounts,
  sumLossMonths,
  type LossMonth,
  type LossRange,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';

type Query = QueryOf<typeof reportEndpoint>;

const KIND = 'lossPreventionScores' as const;
const MOST_ROWS = 200;
const MOST_TRANSACTIONS = 500;

const shown = (month: string): string => month.slice(0, 7);
const isScored = ({ population }: LossMonth): boolean => population !== null;

/** What a query looks at: the last six scored months unless it says otherwise. */
const rangeOf = ({ environmentId }: EnvironmentContext, months: readonly LossMonth[], query: Query): LossRange => {
  const scored = months.filter(isScored);
  const last = scored.at(-1)?.month ?? '1970-01-01';
  const first = scored.at(-LOSS_SHOWN_MONTHS)?.month ?? scored[0]?.month ?? last;
  return {
    environmentId,
    from: query.from === undefined ? first : `${query.from}-01`,
    to: query.to === undefined ? last : `${query.to}-01`,
    scoreFrom: query.scoreFrom ?? 0,
    scoreTo: query.scoreTo ?? MAX_LOSS_SCORE,
    find: query.find?.trim() ?? '',
  };
};

const entityReport = async (
  trx: TenantTransaction,
  range: LossRange,
  kind: LossEntityKind,
): Promise<LossReport['staff']> => {
  const threshold = LOSS_THRESHOLDS[kind];
  const months = await sumLossMonths(trx, range, kind, threshold);
  const scores = months.reduce((sum, { usual, anomalous }) => sum + usual + anomalous, 0);
  const total = months.reduce((sum, { score }) => sum + score, 0);
  return {
    members: await countLossEntities(trx, range, kind),
    scoreCount: months.reduce((sum, { anomalous }) => sum + anomalous, 0),
    averageScore: scores === 0 ? 0 : total / scores,
    byMonth: months.map(({ month, usual, anomalous }) => ({ month: shown(month), usual, anomalous })),
    top: [...(await rankLossEntities(trx, range, { kind, threshold, limit: MOST_ROWS }))],
  };
};

const openRun = async (trx: TenantTransaction, { environmentId }: EnvironmentContext) =>
  findJob(trx, KIND, environmentId);

/** Scores of staff and terminals by month. */
export const getLossReport = (context: EnvironmentContext, query: Query): Promise<LossReport> =>
  reading(context, async (trx) => {
    const months = await listLossMonths(trx, context.environmentId);
    const scored = months.filter(isScored);
    const range = rangeOf(context, months, query);
    const run = await openRun(trx, context);
    const amounts = await sumLossAmounts(trx, range, LOSS_THRESHOLDS.staff);
    const times = scored.flatMap(({ scoredAt }) => (scoredAt === null ? [] : [scoredAt.getTime()]));
    return {
      canWrite: allows(context.capabilities, 'lossPrevention:write'),
      months: scored.map(({ month }) => shown(month)),
      from: scored.length === 0 ? null : shown(range.from),
      to: scored.length === 0 ? null : shown(range.to),
      scoredAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
      isStale: months.some(({ isStale }) => isStale),
      isScoring: run !== undefined && OPEN_JOB_STATES.some((state) => state === run.state),
      opportunity: amounts.map(({ currency, returns, discounts }) => ({
        currency,
        returns: fromMoneyUnits(returns),
        discounts: fromMoneyUnits(discounts),
      })),
      staff: await entityReport(trx, range, 'staff'),
      terminal: await entityReport(trx, range, 'terminal'),
    };
  });

/** The same as CSV, a line for each person or terminal and month. */
export const getLossReportFile = (context: EnvironmentContext, query: Query): Promise<string> =>
  reading(context, async (trx) => {
    const range = rangeOf(context, await listLossMonths(trx, context.environmentId), query);
    const rows = await listLossScores(trx, context.environmentId, undefined, range);
    const header = LOSS_REASONS.flatMap((reason) => [`${reason}Hits`, `${reason}Cases`, `${reason}Percentile`]);
    const lines = rows
      .filter(({ id }) => id.toLowerCase().includes(range.find.toLowerCase()))
      .map(({ kind, id, month, score, reasons }) => [
        kind,
        id,
        shown(month),
        String(score),
        ...LOSS_REASONS.flatMap((reason) => {
          const found = reasons.find((each) => each.reason === reason);
          return found ? [String(found.hits), String(found.cases), found.percentile.toFixed(1)] : ['', '', ''];
        }),
      ]);
    return [['kind', 'id', 'month', 'score', ...header], ...lines]
      .map((cells) => `${guardedCsvLine(cells)}\r\n`)
      .join('');
  });

/** The kind that an address names. @throws `LOSS-UNKNOWN`. */
export const entityKindOf = (typed: string, entityId: string): LossEntityKind => {
  const kind = LOSS_ENTITY_KINDS.find((each) => each === typed);
  if (kind === undefined) throw fail('LOSS-UNKNOWN', { entityId });
  return kind;
};

/** One person or terminal. @throws `LOSS-UNKNOWN`. */
export const getLossDetail = (context: EnvironmentContext, typedKind: string, id: string): Promise<LossDetail> =>
  reading(context, async (trx) => {
    const kind = entityKindOf(typedKind, id);
    const { environmentId } = context;
    const scores = await listLossScores(trx, environmentId, { kind, id });
    const last = scores.at(-1);
    if (last === undefined) throw fail('LOSS-UNKNOWN', { entityId: id });
    const months = new Map((await listLossMonths(trx, environmentId)).map((month) => [month.month, month]));
    const averages = await averageLossScores(trx, environmentId, kind);
    const since = monthAfter(last.month, 1 - LOSS_SHOWN_MONTHS);
    const transactions = await listLossTransactions(trx, environmentId, { kind, id, since, limit: MOST_TRANSACTIONS });
    const findings = await listFindings(trx, environmentId, kind, id);
    return {
      kind,
      id,
      canWrite: allows(context.capabilities, 'lossPrevention:write'),
      maxScore: Math.max(...scores.map(({ score }) => score)),
      averageScore: scores.reduce((sum, { score }) => sum + score, 0) / scores.length,
      scoreCount: scores.filter(({ score }) => score >= LOSS_THRESHOLDS[kind]).length,
      months: scores.map(({ month, score }) => ({
        month: shown(month),
        score,
        populationScore: averages.get(month) ?? 0,
      })),
      reasons: LOSS_REASONS.map((reason) => ({
        reason,
        months: scores.flatMap(({ month, reasons }) => {
          const found = reasons.find((each) => each.reason === reason);
          if (!found) return [];
          const all = months.get(month)?.population?.[kind][reason];
          const { hits, cases, percentile, expected } = found;
          const population = all === undefined || all.cases === 0 ? 0 : all.hits / all.cases;
          const isSignificant = percentile >= SIGNIFICANT_PERCENTILE;
          return [{ month: shown(month), hits, cases, percentile, isSignificant, expected, population }];
        }),
      })),
      transactions: transactions.map(
        ({ receiptAt, staffScore, amount, discount, manualDiscount, paymentMethods, categories, ...each }) => ({
          ...each,
          receiptAt: receiptAt.toISOString(),
          isStaffFlagged: staffScore !== null && staffScore >= LOSS_THRESHOLDS.staff,
          amount: fromMoneyUnits(amount),
          discount: fromMoneyUnits(discount),
          manualDiscount: fromMoneyUnits(manualDiscount),
          paymentMethods: [...paymentMethods],
          categories: [...categories],
        }),
      ),
      findings: findings.map(({ at, ...finding }) => ({ ...finding, at: at.toISOString() })),
    };
  });

/** Which files are there, and which months are scored. */
export const getLossData = (context: EnvironmentContext): Promise<LossData> =>
  reading(context, async (trx) => {
    const sets: LossData['sets'] = [];
    for (const set of RETAIL_SET_NAMES)
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      sets.push({ set, isThere: await hasRetailRows(trx, context.environmentId, set) });
    const run = await openRun(trx, context);
    const months = await listLossMonths(trx, context.environmentId);
    return {
      canProcess: allows(context.capabilities, 'dataUpload:write'),
      sets,
      months: months.map(({ month, transactions, scoredAt, isStale }) => ({
        month: shown(month),
        transactions,
        scoredAt: scoredAt?.toISOString() ?? null,
        isStale,
      })),
      run: run ? { state: run.state, done: run.done, total: run.total, problem: run.problem } : null,
    };
  });
