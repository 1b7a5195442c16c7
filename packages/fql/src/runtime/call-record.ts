import type { Json, JsonObject } from '@redoubt/kernel';
import type { AssessmentMethod } from '../program/symbol-table.ts';

/** A call of a text to the outside, as data: names are those of the symbol table, equal calls are equal JSON. */
export type CallRequest =
  | {
      readonly kind: 'external';
      readonly name: string;
      /** In the order of the parameters: scalars as text, arrays and objects as they are. */
      readonly arguments: readonly Json[];
    }
  | {
      readonly kind: 'assessment';
      readonly name: string;
      readonly method: AssessmentMethod;
      /** Name of the observation or label API; null for `Evaluate`. */
      readonly api: string | null;
      /** Every field of it that the target knows is passed on; `fields` come on top. */
      readonly baseInput: JsonObject | null;
      readonly fields: JsonObject;
    };

/** The text that makes a call, itself or through a function, and which part of it: `condition` or the id of a clause. */
export type Caller = { readonly textId: string; readonly part: string };

/** What came back. A call that failed answers with its configured default and says why in `error`. */
export type CallAnswer = {
  readonly response: Json;
  /** 0 where no HTTP answer arrived. */
  readonly httpStatusCode: number;
  /** Empty where the call succeeded. */
  readonly error: string;
  readonly latencyMs: number;
  /** Empty for assessments. */
  readonly endpoint?: string;
  /** The payload that was sent, where it is not the fields of the request themselves. */
  readonly sent?: Json;
  /** What a repeat is recognised by, where the call was made to act. */
  readonly idempotencyKey?: string;
};

/** One call of a text and what it came to, in the order they were made. */
export type CallRecord = { readonly request: CallRequest; readonly answer: CallAnswer };
