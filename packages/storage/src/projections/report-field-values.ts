import { MAX_FIELD_VALUES, OTHER_VALUES, type ReportFieldValues } from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';
import type pg from 'pg';
import { kindCodeOf, type StoredAssessment } from '../log/log-event.ts';
import { dayOf } from './report-cells.ts';
import { fieldDimensionCode, OTHER_VALUES_CODE, valueText } from './report-codes.ts';
import type { ValueCodes, WantedValues } from './report-values.ts';

/** The columns of `report_event` that hold report fields. */
export type FieldColumns = { readonly fields: readonly number[]; readonly field_values: readonly number[] };

/** Values of an event, as it was decided or as its erasure left them. */
const valuesOf = ({ facts: { report, reportFields } }: StoredAssessment): ReportFieldValues =>
  (typeof report === 'object' ? report.fields : reportFields) ?? {};

export const wantFields = (wanted: WantedValues, event: StoredAssessment): void => {
  for (const [name, value] of Object.entries(valuesOf(event))) {
    wanted.want(event.tenantId, valueText(name));
    if (value !== OTHER_VALUES) wanted.want(event.tenantId, valueText(value));
  }
};

/** A value of a field on a day of an environment. */
export type PlacedValue = {
  readonly t: string;
  readonly e: string;
  readonly k: number;
  /** Number of the kind of an observation; 0 of events that are decided. */
  readonly o: number;
  readonly d: string;
  readonly f: number;
  readonly v: number;
};

const dayKey = ({ t, e, k, o, d, f }: PlacedValue): string => `${t}/${e}/${k}/${o}/${d}/${f}`;
const valueKey = (placed: PlacedValue): string => `${dayKey(placed)}/${placed.v}`;

const COLUMNS = 'x(n integer, t uuid, e uuid, k smallint, o smallint, d timestamptz, f integer, v integer)';
/** Tables of sums by field, and what else tells their days apart. */
const SUMS = { report_dimension_day: '', report_observation_day: ' and c.observation = x.o' } as const;
type SumsByField = keyof typeof SUMS;
const sameDay = (table: SumsByField): string =>
  `c.tenant_id = x.t and c.environment_id = x.e and c.kind = x.k and c.dimension = x.f and c.day = x.d${SUMS[table]}`;

const numbered = (placed: readonly PlacedValue[]): string =>
  JSON.stringify(placed.map((each, n) => ({ ...each, n, f: fieldDimensionCode(each.f) })));

/** Which values stand in sums already. */
const knownValues = async (
  client: pg.ClientBase,
  table: SumsByField,
  placed: readonly PlacedValue[],
): Promise<Set<string>> => {
  const { rows } = await client.query<{ readonly n: number }>(
    `select x.n from jsonb_to_recordset($1::jsonb) as ${COLUMNS}
      where exists (select 1 from ${table} c where ${sameDay(table)} and c.value = x.v)`,
    [numbered(placed)],
  );
  return new Set(rows.flatMap(({ n }) => (placed[n] ? [valueKey(placed[n])] : [])));
};

/** How many values of a day are told apart. */
const countValues = async (
  client: pg.ClientBase,
  table: SumsByField,
  days: readonly PlacedValue[],
): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ readonly n: number; readonly values: number }>(
    `select x.n, (select count(distinct c.value) from ${table} c
                   where ${sameDay(table)} and c.value <> ${OTHER_VALUES_CODE})::integer as values
       from jsonb_to_recordset($1::jsonb) as ${COLUMNS}`,
    [numbered(days)],
  );
  return new Map(rows.flatMap(({ n, values }) => (days[n] ? [[dayKey(days[n]), values]] : [])));
};

/**
 * Values of fields, in the order of what has them. The first values of a day are told apart, the others are not: what many have
 * comes early, and the log, which is read in one order, gives the same again.
 */
export const boundValues = async (
  client: pg.ClientBase,
  table: SumsByField,
  placed: readonly (readonly PlacedValue[])[],
): Promise<readonly FieldColumns[]> => {
  const wanted = [...new Map(placed.flat().map((each) => [valueKey(each), each])).values()];
  if (wanted.length === 0) return placed.map(() => ({ fields: [], field_values: [] }));
  const known = await knownValues(client, table, wanted);
  const unknown = wanted.filter((each) => !known.has(valueKey(each)));
  const days = [...new Map(unknown.map((each) => [dayKey(each), each])).values()];
  const counts = days.length === 0 ? new Map<string, number>() : await countValues(client, table, days);
  const boundOf = (each: PlacedValue): number => {
    if (each.v === OTHER_VALUES_CODE || known.has(valueKey(each))) return each.v;
    const count = counts.get(dayKey(each)) ?? 0;
    if (count >= MAX_FIELD_VALUES) return OTHER_VALUES_CODE;
    counts.set(dayKey(each), count + 1);
    known.add(valueKey(each));
    return each.v;
  };
  return placed.map((own) => ({ fields: own.map(({ f }) => f), field_values: own.map(boundOf) }));
};

/** Values of fields by their numbers, in the order of the fields. */
export const placedValues = (
  place: Omit<PlacedValue, 'f' | 'v'>,
  values: ReportFieldValues,
  codes: ValueCodes,
): readonly PlacedValue[] =>
  Object.entries(values)
    .map(([name, value]) => ({
      ...place,
      f: codes(place.t, valueText(name)),
      v: value === OTHER_VALUES ? OTHER_VALUES_CODE : codes(place.t, valueText(value)),
    }))
    .toSorted((a, b) => a.f - b.f);

/** The report fields of events, in their order. */
export const boundFieldValues = (
  client: pg.ClientBase,
  events: readonly StoredAssessment[],
  codes: ValueCodes,
): Promise<readonly FieldColumns[]> => {
  const placed = events.map((event) => {
    const { tenantId: t, environmentId: e, kind, eventTimeMs } = event;
    const d = dayOf(new Date(Math.floor(eventTimeMs / HOUR_MS) * HOUR_MS).toISOString());
    return placedValues({ t, e, k: kindCodeOf(kind), o: 0, d }, valuesOf(event), codes);
  });
  return boundValues(client, 'report_dimension_day', placed);
};
