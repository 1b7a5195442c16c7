import { definedKindOfCode } from '@redoubt/domain';
import type { FraudLabel } from '../schema/events/projection-tables.ts';
import { KIND_CODES } from '../log/log-event.ts';
import { compareStamps, fraudLabelOf, type MergedFacts, type Stamp } from './related-merge.ts';

/** What events of one kind and id say about a subject, merged. */
export type Said = { readonly k: number; readonly merged: MergedFacts };

/** Kinds whose `statusType` is the status of what they are about. */
const STATUS_KINDS: ReadonlySet<number> = new Set([
  KIND_CODES.purchaseStatus,
  KIND_CODES.signUpStatus,
  KIND_CODES.accountCreationStatus,
  KIND_CODES.accountLoginStatus,
]);

/** Of a defined assessment every observation with a `statusType` is one. */
const tellsStatus = ({ k }: Said): boolean => STATUS_KINDS.has(k) || definedKindOfCode(k) !== null;

const NEVER: Stamp = ['', ''];

/** The text of a field that was said last, of several under one stamp the greatest; null where none said it. */
export const newestText = (said: readonly Said[], field: string): string | null => {
  let newest: { readonly text: string; readonly stamp: Stamp } | null = null;
  for (const { merged } of said) {
    const text = merged.body[field];
    if (typeof text !== 'string') continue;
    const stamp = merged.stamps[field] ?? NEVER;
    const order = newest === null ? 1 : compareStamps(stamp, newest.stamp) || (text > newest.text ? 1 : -1);
    if (order > 0) newest = { text, stamp };
  }
  return newest?.text ?? null;
};

export const statusOf = (said: readonly Said[]): string | null => newestText(said.filter(tellsStatus), 'statusType');

export const labelOf = (said: readonly Said[]): FraudLabel =>
  fraudLabelOf(said.filter(({ k }) => k === KIND_CODES.label).map(({ merged }) => merged));
