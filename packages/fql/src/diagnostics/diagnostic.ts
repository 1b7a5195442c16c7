import type { PartId } from '../program/source.ts';
import type { DiagnosticCode, Severity } from './codes.ts';

/** Replace the text from `from` to `to` (offsets from 0, `to` exclusive) of the same part. */
export type TextEdit = { readonly from: number; readonly to: number; readonly insert: string };

/** A quick fix: `label` names it (`FIX-REPLACE` …), `params` fill the label in. */
export type DiagnosticFix = {
  readonly label: FixLabel;
  readonly params: Readonly<Record<string, string>>;
  readonly edits: readonly TextEdit[];
};
export type FixLabel = 'FIX-REPLACE' | 'FIX-REMOVE' | 'FIX-INSERT';

/** A located problem of a text. Offsets count UTF-16 units from 0, lines and columns from 1. */
export type Diagnostic = {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** `condition` or the id of the clause. */
  readonly part: PartId;
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  readonly params: Readonly<Record<string, string>>;
  /** English, for logs and the command line; screens translate the code with its parameters. */
  readonly message: string;
  readonly fix?: DiagnosticFix;
};
