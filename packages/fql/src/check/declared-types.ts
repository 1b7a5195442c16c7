import type { Json } from '@redoubt/kernel';
import type { DeclaredType } from '../program/source.ts';
import { isoText } from '../runtime/dates/date-format.ts';
import { DEFAULT_DATE } from '../runtime/values.ts';
import type { FqlType } from '../types.ts';

const TYPES: Readonly<Record<DeclaredType, { readonly type: FqlType; readonly fallback: Json }>> = {
  Boolean: { type: 'Boolean', fallback: false },
  DateTime: { type: 'DateTime', fallback: isoText(DEFAULT_DATE) },
  Double: { type: 'Double', fallback: 0 },
  Integer: { type: 'Int32', fallback: 0 },
  String: { type: 'String', fallback: '' },
};

/** A type of a function's definition as a type of the language, and the value where none can be worked out. */
export const declaredType = (declared: DeclaredType | undefined): { readonly type: FqlType; readonly fallback: Json } =>
  declared === undefined ? { type: 'Json', fallback: null } : TYPES[declared];
