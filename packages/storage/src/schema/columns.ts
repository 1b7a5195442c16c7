import type { Json } from '@redoubt/kernel';
import type { ColumnType } from 'kysely';

/** A time of day: read as `Date`, written as `Date` or ISO 8601 text. */
export type Instant = ColumnType<Date, Date | string, Date | string>;

/** JSON: read parsed, written as text made by `JSON.stringify`. */
export type JsonColumn<T = Json> = ColumnType<T, string, string>;

export type NullableJsonColumn<T = Json> = ColumnType<T | null, string | null, string | null>;
