import type { FunctionOutput, FunctionType } from '@redoubt/domain';
import type { JsonColumn, NullableJsonColumn } from '../columns.ts';

/** What can read something else. */
export type ReaderKind = 'rule' | 'function' | 'velocitySet' | 'externalAssessment' | 'assessment';

/** What can be read. Support lists are lists. */
export type ReferenceKind =
  | 'attribute'
  | 'list'
  | 'velocity'
  | 'function'
  | 'call'
  | 'externalAssessment'
  | 'assessment'
  | 'queue';

/** A function as it was when a text that calls it was published: types of its inputs, and the outputs the text reads. */
export type FunctionSignature = {
  readonly takes: readonly FunctionType[];
  readonly reads: readonly Pick<FunctionOutput, 'name' | 'type' | 'fallback'>[];
};

type ResourceReferenceTable = {
  tenant_id: string;
  /** Where the reader stands. */
  environment_id: string;
  reader_kind: ReaderKind;
  reader_id: string;
  kind: ReferenceKind;
  /** Where what is read stands. */
  read_environment_id: string;
  name_key: string;
  /** As the reader writes it. */
  name: string;
  /** Columns of a list, outputs of a function. */
  parts: JsonColumn<readonly string[]>;
  signature: NullableJsonColumn<FunctionSignature>;
};

type ReferenceFormatTable = { tenant_id: string; format: number };

export type ReferenceTables = {
  resource_reference: ResourceReferenceTable;
  reference_format: ReferenceFormatTable;
};
