import type { CompileAnswer, CompileRequest } from '@redoubt/engine';
import type { LanguageVersion, SymbolTable } from '@redoubt/fql';
import type { TextCheck, TextInspection } from './inspect-text.ts';

/** Symbol tables that a thread remembers, the newest of those it was sent: they are much larger than most texts. */
export const REMEMBERED_SYMBOL_TABLES = 8;

/** Main thread → worker. */
export type TextRequest = {
  readonly id: number;
  readonly want: 'program' | 'verdict' | 'check';
  readonly source: CompileRequest['source'];
  /** What the text means; the newest language where absent. */
  readonly language?: LanguageVersion;
  readonly symbolTableId: number;
  /** Absent where the worker has been sent it. */
  readonly symbols?: SymbolTable;
};

/** Worker → main thread. */
export type TextReply = { readonly id: number; readonly answer: CompileAnswer | TextInspection | TextCheck };
