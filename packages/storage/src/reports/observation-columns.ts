import {
  DECISIONS,
  DELAY_HOURS,
  fail,
  OTHER_VALUES,
  reportFieldOf,
  SCORE_HUNDREDS,
  type AskedOfObservations,
  type LoggedRelatedKind,
  type ObservationFilter,
} from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import { kindOfCode } from '../log/log-event.ts';
import { NOTHING_KNOWN } from '../projections/observation-cells.ts';
import { OTHER_VALUES_CODE } from '../projections/report-codes.ts';
import { mergedKindCode } from '../projections/subject-codes.ts';

/** How the values of a dimension stand in a column. */
type Coding = {
  readonly type: 'int[]' | 'boolean[]' | 'uuid[]';
  /** The value of the column, as text; undefined where a value is none of the dimension. */
  readonly encode: (value: string) => string | undefined;
  readonly decode: (value: string) => string;
};

/** Places in a list, with the empty text for what is not known. */
const placesIn = (values: readonly (string | number)[]): Coding => ({
  type: 'int[]',
  encode: (value) => {
    if (value === '') return String(NOTHING_KNOWN);
    const at = values.findIndex((each) => String(each) === value);
    return at === -1 ? undefined : String(at);
  },
  decode: (value) => String(values[Number(value)] ?? ''),
});
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const same = (value: string): string => value;

/** The number of a kind of observation; undefined for what is none. */
export type ObservationKinds = readonly LoggedRelatedKind[];

const fixed = (dimension: AskedOfObservations, kinds: ObservationKinds): Coding | undefined => {
  switch (dimension) {
    case 'environment':
      return { type: 'uuid[]', encode: (value) => (GUID.test(value) ? value : undefined), decode: same };
    case 'observation':
      return {
        type: 'int[]',
        encode: (value) => {
          const kind = kinds.find((each) => each === value);
          return kind === undefined ? undefined : String(mergedKindCode(kind));
        },
        decode: (value) => kinds.find((kind) => mergedKindCode(kind) === Number(value)) ?? kindOfCode(Number(value)),
      };
    case 'linked':
      return {
        type: 'boolean[]',
        encode: (value) => (value === 'true' || value === 'false' ? value : undefined),
        decode: same,
      };
    case 'decision':
      return placesIn(DECISIONS);
    case 'score':
      return placesIn(SCORE_HUNDREDS);
    case 'delay':
      return placesIn(DELAY_HOURS);
    default:
      return undefined;
  }
};

/** A filter in values of its column; none of them where no observation ever had one of its texts. */
export type CodedObservationFilter = {
  readonly dimension: AskedOfObservations;
  readonly type: Coding['type'];
  readonly values: readonly string[];
};

/**
 * Filters in values of their columns.
 *
 * @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have.
 */
export const encodeObservationFilters = async (
  trx: TenantTransaction,
  filters: readonly ObservationFilter[],
  kinds: ObservationKinds,
): Promise<readonly CodedObservationFilter[]> => {
  const texts = filters.flatMap(({ dimension, values }) => (fixed(dimension, kinds) === undefined ? values : []));
  const rows =
    texts.length === 0
      ? []
      : await trx.selectFrom('report_value').select(['code', 'value']).where('value', 'in', texts).execute();
  const codes = new Map(rows.map(({ code, value }) => [value, code]));
  return filters.map(({ dimension, values }) => {
    const coding = fixed(dimension, kinds);
    if (coding === undefined) {
      const isField = reportFieldOf(dimension) !== null;
      const found = values.flatMap((value) => {
        if (value === '') return [0];
        return isField && value === OTHER_VALUES ? [OTHER_VALUES_CODE] : (codes.get(value) ?? []);
      });
      return { dimension, type: 'int[]', values: found.map(String) };
    }
    return {
      dimension,
      type: coding.type,
      values: values.map((value) => {
        const encoded = coding.encode(value);
        if (encoded === undefined) throw fail('REPORT-QUERY-INVALID', { field: dimension });
        return encoded;
      }),
    };
  });
};

/** What columns hold, as questions say it. */
export const decodeObservationValues = async (
  trx: TenantTransaction,
  dimension: AskedOfObservations,
  values: readonly string[],
  kinds: ObservationKinds,
): Promise<ReadonlyMap<string, string>> => {
  const coding = fixed(dimension, kinds);
  if (coding !== undefined) return new Map(values.map((value) => [value, coding.decode(value)]));
  const codes = values.map(Number).filter((code) => code > 0);
  const rows =
    codes.length === 0
      ? []
      : await trx.selectFrom('report_value').select(['code', 'value']).where('code', 'in', codes).execute();
  const texts = new Map(rows.map(({ code, value }) => [String(code), value]));
  texts.set(String(OTHER_VALUES_CODE), OTHER_VALUES);
  return new Map(values.map((value) => [value, texts.get(value) ?? '']));
};
