import type { LRParser } from '@lezer/lr';

/** Generated from `fql.grammar`. */
export declare const parser: LRParser;
