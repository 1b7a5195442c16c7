import { DECISIONS, reportFieldOf, type AskedDimension, type ReportFilter, type ReportMeasure } from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import {
  BANK_CODES,
  bankAnswerOfCode,
  DECISION_CODES,
  LABEL_CODES,
  labelOfCode,
} from '../projections/reports/report-codes.ts';
import {
  decodeDimension,
  encodeDimensions,
  ENVIRONMENT,
  YES_OR_NO,
  type Coded,
  type Coding,
} from './dimension-coding.ts';

const ofCodes = (codes: Readonly<Record<string, number>>, wordOf: (code: number) => string): Coding => ({
  type: 'int[]',
  encode: (value) => (Object.hasOwn(codes, value) ? String(codes[value]) : undefined),
  decode: (value) => wordOf(Number(value)),
});
const SCORE: Coding = {
  type: 'int[]',
  encode: (value) => {
    if (value === '') return '-1';
    return /^\d{1,2}0$|^0$/.test(value) ? String(Number(value) / 10) : undefined;
  },
  decode: (value) => (value === '-1' ? '' : String(Number(value) * 10)),
};

/** Dimensions whose values are numbers of the product; those of the others are texts of the tenant. */
const FIXED: Partial<Readonly<Record<AskedDimension, Coding>>> = {
  environment: ENVIRONMENT,
  decision: ofCodes(DECISION_CODES, (code) => DECISIONS[code] ?? ''),
  label: ofCodes(LABEL_CODES, labelOfCode),
  bank: ofCodes(BANK_CODES, bankAnswerOfCode),
  chargeback: YES_OR_NO,
  refunded: YES_OR_NO,
  score: SCORE,
};

/** Numbers of report fields by name. */
export type FieldCodes = ReadonlyMap<string, number>;

export type CodedFilter = Coded<AskedDimension>;

/** @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have. */
export const encodeFilters = (
  trx: TenantTransaction,
  filters: readonly ReportFilter[],
): Promise<readonly CodedFilter[]> => encodeDimensions(trx, filters, (dimension) => FIXED[dimension]);

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
export const decodeValues = (
  trx: TenantTransaction,
  dimension: AskedDimension,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> => decodeDimension(trx, FIXED[dimension], values);

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
