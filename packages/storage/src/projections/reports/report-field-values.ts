import { MAX_FIELD_VALUES, OTHER_VALUES, type ReportFieldValues } from '@redoubt/domain';
import type pg from 'pg';
import { rowsParameter } from '../../database/rows-parameter.ts';
import { kindCodeOf, type StoredAssessment } from '../../log/log-event.ts';
import { dayOf } from './report-cells.ts';
import { fieldDimensionCode, OTHER_VALUES_CODE, valueText } from './report-codes.ts';
import type { ValueCodes, WantedValues } from './report-values.ts';

/** The columns of `report_event` that hold report fields. */
export type FieldColumns = { readonly fields: readonly number[]; readonly field_values: readonly number[] };

/** Values of an event, as it was decided or as its erasure left them. */
const valuesOf = ({ facts: { report, reportFields } }: StoredAssessment): ReportFieldValues =>
  (typeof report === 'object' ? report.fields : reportFields) ?? {};

export const wantFields = (wanted: WantedValues, event: StoredAssessment): void => {
  const want = wanted(event.tenantId);
  for (const [name, value] of Object.entries(valuesOf(event))) {
    want(valueText(name));
    if (value !== OTHER_VALUES) want(valueText(value));
  }
};

/** A field on a day of an environment, and values of it. */
type FieldDay = {
  readonly t: string;
  readonly e: string;
  readonly k: number;
  /** Number of the kind of an observation; 0 of events that are decided. */
  readonly o: number;
  /** Milliseconds since 1970. */
  readonly d: number;
  readonly f: number;
  /** As sums have each: distinguished or not. Null while that is not known. */
  readonly bounds: Map<number, number | null>;
};

type Place = Pick<FieldDay, 't' | 'e' | 'k' | 'o' | 'd'>;

/** A value of a field on a day, as it is asked for. */
type Asked = Place & {
  readonly n: number;
  readonly dimension: number;
  readonly v: number;
};

const PLACE_COLUMNS = {
  n: 'int4',
  t: 'uuid',
  e: 'uuid',
  k: 'int2',
  o: 'int2',
  d: 'timestamptz',
  dimension: 'int4',
} as const;
const VALUES = rowsParameter<Asked>({ ...PLACE_COLUMNS, v: 'int4' });
const DAYS = rowsParameter<Omit<Asked, 'v'>>(PLACE_COLUMNS);
/** Tables of sums by field, and what else tells their days apart. */
const SUMS = { report_dimension_day: '', report_observation_day: ' and c.observation = x.o' } as const;
type SumsByField = keyof typeof SUMS;
const sameDay = (table: SumsByField): string =>
  `c.tenant_id = x.t and c.environment_id = x.e and c.kind = x.k and c.dimension = x.dimension and c.day = x.d${SUMS[table]}`;
const known = (table: SumsByField): string => `select x.n from ${VALUES.from('x')}
  where exists (select 1 from ${table} c where ${sameDay(table)} and c.value = x.v)`;
const counted = (table: SumsByField): string => `select x.n, (select count(distinct c.value) from ${table} c
    where ${sameDay(table)} and c.value <> ${OTHER_VALUES_CODE})::integer as values
  from ${DAYS.from('x')}`;

const numbered = <Each extends FieldDay>({ t, e, k, o, d, f }: Each, n: number) => ({
  n,
  t,
  e,
  k,
  o,
  d,
  dimension: fieldDimensionCode(f),
});

/** Notes which values stand in sums already. */
const findKnown = async (client: pg.ClientBase, table: SumsByField, days: readonly FieldDay[]): Promise<void> => {
  const asked = days.flatMap((day) => [...day.bounds.keys()].map((v) => ({ day, v })));
  const { rows } = await client.query<{ readonly n: number }>({
    name: `known-values-${table}`,
    text: known(table),
    values: VALUES.values(asked.map(({ day, v }, n) => ({ ...numbered(day, n), v }))),
  });
  for (const { n } of rows) {
    const found = asked[n];
    found?.day.bounds.set(found.v, found.v);
  }
};

/** How many values of a day are distinguished, by its place among the days. */
const countValues = async (
  client: pg.ClientBase,
  table: SumsByField,
  days: readonly FieldDay[],
): Promise<Map<FieldDay, number>> => {
  const { rows } = await client.query<{ readonly n: number; readonly values: number }>(
    counted(table),
    DAYS.values(days.map(numbered)),
  );
  return new Map(rows.flatMap(({ n, values }) => (days[n] ? [[days[n], values] as const] : [])));
};

/** Values of fields, in the order of what has them. */
export type FieldValueBounds = {
  readonly add: (place: Place, values: ReportFieldValues, codes: ValueCodes) => void;
  /** As sums have them, those of each in the order of the numbers of the fields. */
  readonly bound: (client: pg.ClientBase, table: SumsByField) => Promise<readonly FieldColumns[]>;
};

/**
 * The first values of a day are distinguished, the others are not: what many have comes early, and the log, which is read in one
 * order, gives the same again.
 */
export const fieldValueBounds = (): FieldValueBounds => {
  const places = new Map<string, Map<number, FieldDay>>();
  const placed: (readonly { readonly day: FieldDay; readonly v: number }[])[] = [];
  return {
    add: (place, values, codes) => {
      const { t, e, k, o, d } = place;
      const [key, code] = [`${t}/${e}/${k}/${o}/${d}`, codes(t)];
      const fields = places.get(key) ?? new Map<number, FieldDay>();
      places.set(key, fields);
      const own = Object.entries(values).map(([name, value]) => {
        const [f, v] = [code(valueText(name)), value === OTHER_VALUES ? OTHER_VALUES_CODE : code(valueText(value))];
        const day: FieldDay = fields.get(f) ?? { ...place, f, bounds: new Map<number, number | null>() };
        fields.set(f, day);
        if (!day.bounds.has(v)) day.bounds.set(v, v === OTHER_VALUES_CODE ? v : null);
        return { day, v };
      });
      placed.push(own.toSorted((one, other) => one.day.f - other.day.f));
    },
    bound: async (client, table) => {
      const days = [...places.values()].flatMap((fields) => [...fields.values()]);
      if (days.length === 0) return placed.map(() => ({ fields: [], field_values: [] }));
      await findKnown(client, table, days);
      const open = days.filter(({ bounds }) => [...bounds.values()].includes(null));
      const counts = open.length === 0 ? new Map<FieldDay, number>() : await countValues(client, table, open);
      const boundOf = ({ day, v }: { readonly day: FieldDay; readonly v: number }): number => {
        const bounded = day.bounds.get(v) ?? null;
        if (bounded !== null) return bounded;
        const count = counts.get(day) ?? 0;
        const bound = count >= MAX_FIELD_VALUES ? OTHER_VALUES_CODE : v;
        day.bounds.set(v, bound);
        if (bound === v) counts.set(day, count + 1);
        return bound;
      };
      return placed.map((own) => ({ fields: own.map(({ day }) => day.f), field_values: own.map(boundOf) }));
    },
  };
};

/** The report fields of events, in their order. */
export const boundFieldValues = (
  client: pg.ClientBase,
  events: readonly StoredAssessment[],
  codes: ValueCodes,
): Promise<readonly FieldColumns[]> => {
  const bounds = fieldValueBounds();
  for (const event of events) {
    const { tenantId: t, environmentId: e, kind, eventTimeMs } = event;
    bounds.add({ t, e, k: kindCodeOf(kind), o: 0, d: dayOf(eventTimeMs) }, valuesOf(event), codes);
  }
  return bounds.bound(client, 'report_dimension_day');
};
