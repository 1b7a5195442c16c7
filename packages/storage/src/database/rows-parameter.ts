/**
 * Many rows as parameters of one statement: an array for each column, in PostgreSQL's binary form, put together again by
 * `unnest`. Reading rows out of JSON took the server longer than storing them (ADR 99).
 */

/** Types of columns. `int4[]` travels as text, because arrays of arrays must not be ragged. */
type ColumnType =
  | 'uuid'
  | 'int2'
  | 'int4'
  | 'int8'
  | 'boolean'
  | 'float8'
  | 'text'
  | 'timestamptz'
  | 'jsonb'
  | 'int4[]';

export type ParameterValue = string | number | bigint | boolean | object | null | undefined;

const OIDS = {
  boolean: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  float8: 701,
  timestamptz: 1184,
  uuid: 2950,
  jsonb: 3802,
} as const;

/** Dimensions, whether there are nulls, type; for each dimension its length and lower bound. */
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;
const LENGTH_BYTES = 4;
/** PostgreSQL counts microseconds since 2000. */
const EPOCH_2000_MS = 946_684_800_000;

const writeHeader = (buffer: Buffer, oid: number, length: number): Buffer => {
  buffer.writeInt32BE(1, 0);
  // Allows nulls; the server looks for itself.
  buffer.writeInt32BE(1, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(length, 12);
  buffer.writeInt32BE(1, 16);
  return buffer;
};

const emptyArray = (oid: number): Buffer => {
  const buffer = Buffer.alloc(12);
  buffer.writeInt32BE(oid, 8);
  return buffer;
};

/** A value that its column cannot hold; carries the code by which the database says so. */
class ValueRefused extends Error {
  override readonly name = 'ValueRefused';
  readonly code = '22003';
}

type Fixed = { readonly bytes: number; readonly write: (buffer: Buffer, value: never, at: number) => void };

const writeInteger = (bytes: 2 | 4) => {
  const most = 2 ** (bytes * 8 - 1);
  return (buffer: Buffer, value: number, at: number): void => {
    if (!Number.isInteger(value) || value < -most || value >= most) {
      throw new ValueRefused(`${value} is no integer of ${bytes} bytes`);
    }
    buffer.writeIntBE(value, at, bytes);
  };
};

const writeInt8 = (buffer: Buffer, value: number | bigint, at: number): void => {
  if (typeof value === 'number' && !Number.isInteger(value)) throw new ValueRefused(`${value} is no integer`);
  if (typeof value === 'bigint' || !Number.isSafeInteger(value)) {
    const whole = BigInt(value);
    if (BigInt.asIntN(64, whole) !== whole) throw new ValueRefused(`${value} is no integer of 8 bytes`);
    buffer.writeBigInt64BE(whole, at);
    return;
  }
  const upper = Math.floor(value / 0x1_0000_0000);
  buffer.writeInt32BE(upper, at);
  buffer.writeUInt32BE(value - upper * 0x1_0000_0000, at + 4);
};

const FIXED: Readonly<Partial<Record<ColumnType, Fixed>>> = {
  boolean: { bytes: 1, write: (buffer, value: boolean, at) => (buffer[at] = value ? 1 : 0) },
  int2: { bytes: 2, write: writeInteger(2) },
  int4: { bytes: 4, write: writeInteger(4) },
  int8: { bytes: 8, write: writeInt8 },
  float8: { bytes: 8, write: (buffer, value: number, at) => buffer.writeDoubleBE(value, at) },
  // Milliseconds since 1970.
  timestamptz: {
    bytes: 8,
    write: (buffer, value: number, at) => {
      const sinceMs = Math.trunc(value) - EPOCH_2000_MS;
      const us = sinceMs * 1000;
      writeInt8(buffer, Number.isSafeInteger(us) ? us : BigInt(sinceMs) * 1000n, at);
    },
  },
  uuid: {
    bytes: 16,
    write: (buffer, value: string, at) => {
      if (buffer.write(value.replaceAll('-', ''), at, 16, 'hex') !== 16) throw new ValueRefused(`${value} is no GUID`);
    },
  },
};

const fixedArray = (oid: number, { bytes, write }: Fixed, values: readonly ParameterValue[]): Buffer => {
  const buffer = writeHeader(
    Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + bytes)),
    oid,
    values.length,
  );
  let at = HEADER_BYTES;
  for (const value of values) {
    if (value === null || value === undefined) {
      at = buffer.writeInt32BE(NULL_LENGTH, at);
      continue;
    }
    at = buffer.writeInt32BE(bytes, at);
    write(buffer, value as never, at);
    at += bytes;
  }
  return buffer.subarray(0, at);
};

const uuidArray = (values: readonly ParameterValue[]): Buffer => {
  const { uuid } = FIXED;
  const buffer = fixedArray(OIDS.uuid, uuid as Fixed, [values[0]]);
  const isSame = values.every((value) => value === values[0]);
  if (!isSame) return fixedArray(OIDS.uuid, uuid as Fixed, values);
  // Nearly every batch is of one environment: its GUID is read once.
  const element = buffer.subarray(HEADER_BYTES);
  const whole = Buffer.allocUnsafe(HEADER_BYTES + element.length * values.length);
  writeHeader(whole, OIDS.uuid, values.length);
  whole.fill(element, HEADER_BYTES);
  return whole;
};

/** The first byte of binary `jsonb` is its version. */
const JSONB_VERSION = 1;

const textArray = (oid: number, texts: readonly (string | null)[], isJsonb: boolean): Buffer => {
  const prefix = isJsonb ? 1 : 0;
  let most = HEADER_BYTES;
  // At most three bytes for each unit of UTF-16.
  for (const text of texts) most += LENGTH_BYTES + (text === null ? 0 : prefix + text.length * 3);
  const buffer = writeHeader(Buffer.allocUnsafe(most), oid, texts.length);
  let at = HEADER_BYTES;
  for (const text of texts) {
    if (text === null) {
      at = buffer.writeInt32BE(NULL_LENGTH, at);
      continue;
    }
    const start = at + LENGTH_BYTES;
    if (isJsonb) buffer[start] = JSONB_VERSION;
    const length = prefix + buffer.write(text, start + prefix, 'utf8');
    buffer.writeInt32BE(length, at);
    at = start + length;
  }
  return buffer.subarray(0, at);
};

const textOf = (type: ColumnType, value: ParameterValue): string | null => {
  if (value === null || value === undefined) return null;
  if (type === 'jsonb') return JSON.stringify(value);
  return type === 'int4[]' ? `{${(value as readonly number[]).join(',')}}` : (value as string);
};

/** One array as a parameter. */
export const arrayParameter = (type: ColumnType, values: readonly ParameterValue[]): Buffer => {
  const oid = type === 'int4[]' ? OIDS.text : OIDS[type];
  if (values.length === 0) return emptyArray(oid);
  if (type === 'uuid') return uuidArray(values);
  const fixed = FIXED[type];
  if (fixed !== undefined) return fixedArray(oid, fixed, values);
  return textArray(
    oid,
    values.map((value) => textOf(type, value)),
    type === 'jsonb',
  );
};

/** One element of such an array as a parameter of its own; `int4[]` is text here too. */
export const elementParameter = (type: ColumnType, value: ParameterValue): Buffer | null =>
  value === null || value === undefined ? null : arrayParameter(type, [value]).subarray(HEADER_BYTES + LENGTH_BYTES);

/** Columns of rows that are parameters: by name, with their types. */
export type RowColumns<Row> = Readonly<Partial<Record<keyof Row & string, ColumnType>>>;

export type RowsParameter<Row> = {
  readonly names: readonly (keyof Row & string)[];
  /** A source of rows for a `from`, from parameter `first` on: `unnest($1::uuid[], …) as x(t, …)`. */
  readonly from: (alias: string, first?: number) => string;
  /** What the source is selected by, in the order of the columns. */
  readonly selected: (alias: string) => string;
  /** The parameters. Times are milliseconds since 1970; what is undefined is null. */
  readonly values: (rows: readonly Row[]) => Buffer[];
};

export const rowsParameter = <Row>(columns: RowColumns<Row>): RowsParameter<Row> => {
  const entries = Object.entries(columns) as [keyof Row & string, ColumnType][];
  const names = entries.map(([name]) => name);
  return {
    names,
    from: (alias, first = 1) => {
      const arrays = entries.map(([, type], at) => `$${first + at}::${type === 'int4[]' ? 'text' : type}[]`);
      return `unnest(${arrays.join(', ')}) as ${alias}(${names.join(', ')})`;
    },
    selected: (alias) =>
      entries.map(([name, type]) => `${alias}.${name}${type === 'int4[]' ? '::int4[]' : ''}`).join(', '),
    values: (rows) =>
      entries.map(([name, type]) =>
        arrayParameter(
          type,
          rows.map((row) => row[name] as ParameterValue),
        ),
      ),
  };
};
