import type {
  BodyOf,
  getObservationKinds as kindsEndpoint,
  listObservations as listEndpoint,
  ListedObservation,
  ObservationKindInfo,
  ObservationReport,
  queryObservations as queryEndpoint,
  QueryOf,
} from '@redoubt/contracts';
import {
  axisBars,
  comparisonShiftMs,
  definedPartsOf,
  fail,
  isBuiltInAssessment,
  isBuiltInKind,
  isFieldDimension,
  observationFields,
  reportBars,
  reportedObservationFields,
  type AssessmentName,
  type CustomField,
  type LoggedRelatedKind,
} from '@redoubt/domain';
import { fromMoneyUnits, toMoneyUnits, type Id } from '@redoubt/kernel';
import {
  readObservationGroups,
  readObservations,
  type ObservationGroup,
  type ObservationSums,
  type StoredAssessmentDefinition,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readTreeRates } from '../currencies/tree-rates.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { relatedSeriesOf } from '../monitor/related-kinds.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';
import { comparedParts } from './compared-parts.ts';
import { readParts } from './read-parts.ts';
import { checkedSpan } from './report-period.ts';
import { checkScores } from './score-rights.ts';
import { seriesOfGroups } from './series-of-groups.ts';

/** Newest observations of a figure that are listed. */
const MOST_LISTED = 50;

const definitionOf = (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
): Promise<StoredAssessmentDefinition | undefined> =>
  isBuiltInAssessment(assessment) ? Promise.resolve(undefined) : readDefined(trx, environmentId, assessment);

const ownFieldsOf = (
  kind: LoggedRelatedKind,
  stored: StoredAssessmentDefinition | undefined,
): readonly CustomField[] => {
  if (stored === undefined || isBuiltInKind(kind)) return [];
  const { part, observation } = definedPartsOf(kind);
  const { label, observations } = stored.definition;
  if (part === 'label') return reportedObservationFields('label', label ?? { fields: [] });
  const defined = observations.find(({ number }) => number === observation);
  return reportedObservationFields('observation', defined ?? { fields: [] });
};

const infoOf = (
  kind: LoggedRelatedKind,
  name: string | null,
  stored: StoredAssessmentDefinition | undefined,
): ObservationKindInfo => {
  const own = new Map(ownFieldsOf(kind, stored).map((field) => [field.path, field]));
  return {
    kind,
    name,
    fields: observationFields(kind, [...own.keys()]).map((field) => ({
      name: field,
      friendlyName: own.get(field)?.friendlyName ?? null,
      type: own.get(field)?.type ?? 'string',
    })),
  };
};

/** Observations and labels that an assessment can have, with what their report tells them apart by. Throws ASSESSMENT-UNKNOWN. */
export const getObservationKinds = (
  context: EnvironmentContext,
  { assessment }: QueryOf<typeof kindsEndpoint>,
): Promise<{ readonly kinds: ObservationKindInfo[] }> =>
  reading(context, async (trx) => {
    const stored = await definitionOf(trx, context.environmentId, assessment);
    return { kinds: relatedSeriesOf(assessment, stored).map(({ kind, name }) => infoOf(kind, name, stored)) };
  });

type Figure = ObservationReport['total']['total'];

const figureOf = (sums: readonly ObservationSums[], isConverted: boolean): Figure => {
  const total = (of: (sum: ObservationSums) => number): number => sums.reduce((all, each) => all + of(each), 0);
  const byCurrency = Map.groupBy(
    sums.filter(({ currency }) => currency !== ''),
    ({ currency }) => currency,
  );
  const money = (amount: number): number => fromMoneyUnits(toMoneyUnits(amount));
  return {
    observations: total(({ events }) => events),
    linked: total(({ linked }) => linked),
    amounts: Object.fromEntries(
      [...byCurrency].map(([currency, own]) => [currency, money(own.reduce((all, { amount }) => all + amount, 0))]),
    ),
    ...(isConverted && {
      converted: money(total(({ converted }) => converted?.amount ?? 0)),
      unconverted: total(({ converted }) => converted?.without ?? 0),
    }),
  };
};

/** Fields belong to one kind of observation: without it equal names would be added up. */
const checkFields = (dimensions: readonly (string | null)[], filters: BodyOf<typeof listEndpoint>['filters']): void => {
  const asksField = dimensions.some((dimension) => dimension !== null && isFieldDimension(dimension));
  const kind = filters.find(({ dimension }) => dimension === 'observation');
  if (asksField && kind?.values.length !== 1) throw fail('REPORT-QUERY-INVALID', { field: 'observation' });
};

/**
 * The answer to one question about observations, from sums by the day of their arrival that follow what is said later, and what is
 * known of their assessments. What it compares with is put into the same bars.
 *
 * Throws AUTH-FORBIDDEN for scores without their permission, ASSESSMENT-UNKNOWN, REPORT-QUERY-INVALID, REPORT-RANGE-TOO-LONG,
 * REPORT-TOO-WIDE.
 */
export const queryObservations = async (
  context: EnvironmentContext,
  { includeChildren, ...query }: BodyOf<typeof queryEndpoint>,
): Promise<ObservationReport> => {
  const { database, tenantId, environmentId, clock } = context;
  const { assessment: kind, axis } = query;
  const dimensions = [query.by, ...query.filters.map(({ dimension }) => dimension)];
  checkScores([...dimensions, axis], context);
  checkFields(dimensions, query.filters);
  const span = checkedSpan(query);
  const shiftMs = comparisonShiftMs(query.compare, span);
  const { environmentIds, rates, kinds } = await reading(context, async (trx) => ({
    kinds: relatedSeriesOf(kind, await definitionOf(trx, environmentId, kind)).map((each) => each.kind),
    environmentIds: scopeIds(await loadSubtree(trx, environmentId), includeChildren),
    rates: await readTreeRates(trx, environmentId, { fromMs: span.fromMs - shiftMs, toMs: span.toMs }),
  }));
  const scope = { tenantId, environmentIds };
  const asked = { ...query, kind, kinds, rates };
  const here = { ...span, shiftMs: 0 };
  const earlier = { fromMs: span.fromMs - shiftMs, toMs: span.toMs - shiftMs, shiftMs };
  const read = (by: typeof asked, range: typeof here, values?: readonly string[]) =>
    readObservationGroups(database, scope, by, range, values);
  const { all, allBefore, divided } = await readParts(comparedParts(read, asked, here, shiftMs === 0 ? null : earlier));
  const bars = axis === 'time' ? reportBars(span, query.step).map(String) : axisBars(axis);
  const isConverted = rates !== null;
  const figuresOf = (group: ObservationGroup | undefined): { readonly total: Figure; readonly bars: Figure[] } => {
    const byBar = Map.groupBy(group?.bars ?? [], ({ bar }) => bar ?? '');
    return {
      total: figureOf(group?.totals ?? [], isConverted),
      bars: bars.map((bar) => figureOf(byBar.get(bar) ?? [], isConverted)),
    };
  };
  const seriesOf = (
    value: string | null,
    group: ObservationGroup | undefined,
    before: ObservationGroup | undefined,
  ): ObservationReport['total'] => ({
    value,
    ...figuresOf(group),
    before: allBefore === null ? null : figuresOf(before),
  });
  return {
    asOf: new Date(clock.now()).toISOString(),
    bars: axis === 'time' ? bars.map((bar) => new Date(Number(bar)).toISOString()) : [...bars],
    environmentIds: [...environmentIds],
    total: seriesOf(null, all.groups[0], allBefore?.groups[0]),
    series: seriesOfGroups(divided.groups, divided.before, seriesOf),
    seriesInAll: divided.total,
    ...(rates === null ? {} : { conversion: { currency: rates.currency } }),
  };
};

/**
 * The newest observations that a figure counts. Throws AUTH-FORBIDDEN for scores without their permission, ASSESSMENT-UNKNOWN,
 * REPORT-QUERY-INVALID, REPORT-RANGE-TOO-LONG, REPORT-TOO-WIDE.
 */
export const listObservations = async (
  context: EnvironmentContext,
  { assessment: kind, from, to, filters, includeChildren }: BodyOf<typeof listEndpoint>,
): Promise<{ readonly observations: ListedObservation[] }> => {
  const { database, tenantId, environmentId } = context;
  const dimensions = filters.map(({ dimension }) => dimension);
  checkScores(dimensions, context);
  checkFields(dimensions, filters);
  const span = checkedSpan({ from, to, step: 'day' });
  const { environmentIds, kinds } = await reading(context, async (trx) => ({
    kinds: relatedSeriesOf(kind, await definitionOf(trx, environmentId, kind)).map((each) => each.kind),
    environmentIds: scopeIds(await loadSubtree(trx, environmentId), includeChildren),
  }));
  const asked = { kind, kinds, filters };
  const rows = await readObservations(
    database,
    { tenantId, environmentIds },
    asked,
    { ...span, shiftMs: 0 },
    MOST_LISTED,
  );
  return {
    observations: rows.map(({ arrivedMs, ...row }) => ({
      ...row,
      arrivedAt: new Date(arrivedMs).toISOString(),
    })),
  };
};
