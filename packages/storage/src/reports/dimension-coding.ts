import { fail, OTHER_VALUES, reportFieldOf } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import { OTHER_VALUES_CODE } from '../projections/reports/report-codes.ts';

/** How the values of a dimension stand in a column. */
export type Coding = {
  readonly type: 'int[]' | 'boolean[]' | 'uuid[]';
  /** The value of the column, as text, for a text of the query; undefined where there is none such. */
  readonly encode: (value: string) => string | undefined;
  readonly decode: (value: string) => string;
};

const same = (value: string): string => value;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const ENVIRONMENT: Coding = {
  type: 'uuid[]',
  encode: (value) => (GUID.test(value) ? value : undefined),
  decode: same,
};
export const YES_OR_NO: Coding = {
  type: 'boolean[]',
  encode: (value) => (value === 'true' || value === 'false' ? value : undefined),
  decode: same,
};

/** The coding of a dimension whose values are numbers of the product; undefined where they are texts of the tenant. */
type CodingOf<Dimension> = (dimension: Dimension) => Coding | undefined;

/** A filter in values of its column; none of them where nothing ever had one of its texts. */
export type Coded<Dimension> = {
  readonly dimension: Dimension;
  readonly type: Coding['type'];
  readonly values: readonly string[];
};

/** @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have. */
export const encodeDimensions = async <Dimension extends string>(
  trx: TenantTransaction,
  filters: readonly { readonly dimension: Dimension; readonly values: readonly string[] }[],
  codingOf: CodingOf<Dimension>,
): Promise<readonly Coded<Dimension>[]> => {
  const texts = filters.flatMap(({ dimension, values }) => (codingOf(dimension) === undefined ? values : []));
  const rows =
    texts.length === 0
      ? []
      : await trx.selectFrom('report_value').select(['code', 'value']).where('value', 'in', texts).execute();
  const codes = new Map(rows.map(({ code, value }) => [value, code]));
  return filters.map(({ dimension, values }) => {
    const coding = codingOf(dimension);
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
export const decodeDimension = async (
  trx: TenantTransaction,
  coding: Coding | undefined,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
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
