import {
  DECISIONS,
  fail,
  OTHER_VALUES,
  reportFieldOf,
  type AskedDimension,
  type ReportFilter,
  type ReportMeasure,
} from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import {
  BANK_CODES,
  bankAnswerOfCode,
  DECISION_CODES,
  LABEL_CODES,
  labelOfCode,
  OTHER_VALUES_CODE,
} from '../projections/report-codes.ts';

/** How the values of a dimension stand in a column. */
type Coding = {
  readonly type: 'int[]' | 'boolean[]' | 'uuid[]';
  /** The value of the column, as text, for a text of the query; undefined where there is none such. */
  readonly encode: (value: string) => string | undefined;
  readonly decode: (value: string) => string;
};

const same = (value: string): string => value;
const ofCodes = (codes: Readonly<Record<string, number>>, wordOf: (code: number) => string): Coding => ({
  type: 'int[]',
  encode: (value) => (Object.hasOwn(codes, value) ? String(codes[value]) : undefined),
  decode: (value) => wordOf(Number(value)),
});
const YES_OR_NO: Coding = {
  type: 'boolean[]',
  encode: (value) => (value === 'true' || value === 'false' ? value : undefined),
  decode: same,
};
const SCORE: Coding = {
  type: 'int[]',
  encode: (value) => {
    if (value === '') return '-1';
    return /^\d{1,2}0$|^0$/.test(value) ? String(Number(value) / 10) : undefined;
  },
  decode: (value) => (value === '-1' ? '' : String(Number(value) * 10)),
};
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Dimensions whose values are numbers of the product; those of the others are texts of the tenant. */
const FIXED: Partial<Readonly<Record<AskedDimension, Coding>>> = {
  environment: { type: 'uuid[]', encode: (value) => (GUID.test(value) ? value : undefined), decode: same },
  decision: ofCodes(DECISION_CODES, (code) => DECISIONS[code] ?? ''),
  label: ofCodes(LABEL_CODES, labelOfCode),
  bank: ofCodes(BANK_CODES, bankAnswerOfCode),
  chargeback: YES_OR_NO,
  refunded: YES_OR_NO,
  score: SCORE,
};

const isText = (dimension: AskedDimension): boolean => FIXED[dimension] === undefined;

/** Numbers of report fields by name. */
export type FieldCodes = ReadonlyMap<string, number>;

/** A filter in values of its column; none of them where no event ever had one of its texts. */
export type CodedFilter = {
  readonly dimension: AskedDimension;
  readonly type: Coding['type'];
  readonly values: readonly string[];
};

/** @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have. */
export const encodeFilters = async (
  trx: TenantTransaction,
  filters: readonly ReportFilter[],
): Promise<readonly CodedFilter[]> => {
  const texts = filters.flatMap(({ dimension, values }) => (isText(dimension) ? values : []));
  const rows =
    texts.length === 0
      ? []
      : await trx.selectFrom('report_value').select(['code', 'value']).where('value', 'in', texts).execute();
  const codes = new Map(rows.map(({ code, value }) => [value, code]));
  return filters.map(({ dimension, values }) => {
    const coding = FIXED[dimension];
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

/** The numbers of the report fields that a query names; 0 of one that no event ever had. */
export const encodeFields = async (
  trx: TenantTransaction,
  dimensions: readonly (AskedDimension | null)[],
): Promise<FieldCodes> => {
  const names = dimensions.flatMap((dimension) => reportFieldOf(dimension ?? '') ?? []);
  if (names.length === 0) return new Map();
  const rows = await trx.selectFrom('report_value').select(['code', 'value']).where('value', 'in', names).execute();
  const codes = new Map(rows.map(({ code, value }) => [value, code]));
  return new Map(names.map((name) => [name, codes.get(name) ?? 0]));
};

/** What columns hold, as the query says it. */
export const decodeValues = async (
  trx: TenantTransaction,
  dimension: AskedDimension,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const coding = FIXED[dimension];
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

/** Which events a measure counts. */
export const MEASURED: Readonly<Record<ReportMeasure, RawBuilder<boolean>>> = {
  events: sql`true`,
  approved: sql`decision = ${sql.lit(DECISION_CODES.Approve)}`,
  rejected: sql`decision = ${sql.lit(DECISION_CODES.Reject)}`,
  reviewed: sql`decision = ${sql.lit(DECISION_CODES.Review)}`,
  challenged: sql`decision = ${sql.lit(DECISION_CODES.Challenge)}`,
  fraud: sql`label = ${sql.lit(LABEL_CODES.Fraud)}`,
  nonFraud: sql`label = ${sql.lit(LABEL_CODES.NonFraud)}`,
  bankApproved: sql`bank = ${sql.lit(BANK_CODES.Approved)}`,
  bankDeclined: sql`bank = ${sql.lit(BANK_CODES.Declined)}`,
  chargebacks: sql`chargeback`,
  refunds: sql`refunded`,
};
