import { DECISIONS, type Decision } from '@redoubt/domain';
import type { FraudLabel } from '../../schema/events/projection-tables.ts';

/** Numbers of the tables of reports; a number never stands for something else. */
const LABELS: readonly FraudLabel[] = ['None', 'Fraud', 'NonFraud'];
/** What the bank said to the newest authorisation or charge. */
const BANK_ANSWERS = ['None', 'Approved', 'Declined', 'Unknown'] as const;
export type BankAnswer = (typeof BANK_ANSWERS)[number];

const codesOf = <Word extends string>(words: readonly Word[]): Readonly<Record<Word, number>> =>
  Object.fromEntries(words.map((word, code) => [word, code])) as Record<Word, number>;

export const DECISION_CODES: Readonly<Record<Decision, number>> = codesOf(DECISIONS);
export const LABEL_CODES: Readonly<Record<FraudLabel, number>> = codesOf(LABELS);
export const BANK_CODES: Readonly<Record<BankAnswer, number>> = codesOf(BANK_ANSWERS);

export const labelOfCode = (code: number): FraudLabel => LABELS[code] ?? 'None';
export const bankAnswerOfCode = (code: number): BankAnswer => BANK_ANSWERS[code] ?? 'None';

/**
 * What `report_dimension_day` sums by: an event has one country and any number of clauses and rules that were hit. `total` is
 * all events by what is known of them.
 */
export const DIMENSION_CODES = { country: 1, hit: 2, hitRule: 3, total: 4 } as const;
/** What `report_figure` sums by besides countries, clauses that were hit and report fields, which have the same numbers in both. */
export const FIGURE_CODES = {
  country: 1,
  hit: 2,
  rule: 5,
  clause: 6,
  score: 7,
  ruleByHour: 8,
  clauseByHour: 9,
} as const;
/** In the place of the decision of sums over all decisions, or where it does not matter. */
export const ALL_DECISIONS = -1;
/** The number of a report field in `report_dimension_day`. @param field of its name in `report_value` */
export const fieldDimensionCode = (field: number): number => -field;
/** In the place of values of a report field beyond those that are distinguished. */
export const OTHER_VALUES_CODE = -1;
/** In the place of the other rule of an overlap: no other one was hit. */
export const NO_OTHER_RULE = 0;

/** Bins of ten of a score from 0 to 999; scores beyond stand in the outermost ones. */
const LAST_BIN = 99;
export const NO_BIN = -1;

export const scoreBin = (score: number | null): number =>
  score === null ? NO_BIN : Math.min(LAST_BIN, Math.max(0, Math.floor(score / 10)));

/** The bin of a hundred that a bin of ten lies in. */
export const wideBin = (bin: number): number => (bin === NO_BIN ? NO_BIN : Math.floor(bin / 10));

/** Longest text that is distinguished: it is part of keys. */
const MAX_VALUE_CHARACTERS = 200;
/** As much of a currency as roll-ups keep. */
const MAX_CURRENCY_CHARACTERS = 8;

export const valueText = (text: string | null): string => (text ?? '').slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
export const currencyText = (text: string | null): string =>
  (text ?? '').slice(0, MAX_CURRENCY_CHARACTERS).toWellFormed();
/** A clause as hits name it: by the id of its rule, which keeps it through new names. */
export const hitText = (hit: { readonly ruleId: string; readonly clause: string }): string =>
  valueText(`${hit.ruleId} ${hit.clause}`);
/** The rule of a clause that was hit; empty for a post-decision action. */
export const hitRuleText = ({ ruleId, action }: { readonly ruleId: string; readonly action?: true }): string =>
  action === true ? '' : valueText(ruleId);
