import type { RuleMeasure } from '@redoubt/domain';
import { readRuleOverlaps, readRuleSums, type Database } from '@redoubt/storage';
import type { Counted, RecountDifference, RecountScope } from './recount-types.ts';

type Place = Pick<RecountDifference, 'by' | 'value' | 'currency' | 'measure' | 'unit'>;
type Figures = Map<string, number>;

const keyOf = ({ by, value, currency, measure, unit }: Place): string =>
  JSON.stringify([by, value, currency, measure, unit]);

const placeOf = (key: string): Place => {
  const [by, value, currency, measure, unit] = JSON.parse(key) as [
    Place['by'],
    string,
    string,
    Place['measure'],
    Place['unit'],
  ];
  return { by, value, currency, measure, unit };
};

/** Rules of an event that were hit; post-decision actions are none. */
const rulesOf = ({ event }: Counted): readonly string[] =>
  [...new Set(event.facts.hits.filter(({ action }) => action === undefined).map(({ ruleId }) => ruleId))].toSorted();

/** Measures that an event counts for in one of the rules and clauses that it hit. */
export const ruleMeasuresOf = ({ event, measures }: Counted, decides: boolean): readonly RuleMeasure[] => {
  const { decision } = event.facts;
  const as = { Approve: 'approved', Reject: 'rejected', Review: 'reviewed', Challenge: 'challenged' } as const;
  const isStopped = decides && decision !== 'Approve';
  const found: (RuleMeasure | false)[] = [
    'hits',
    decides && 'decided',
    decides && as[decision],
    measures.has('fraud') && 'fraud',
    measures.has('nonFraud') && 'nonFraud',
    isStopped && measures.has('fraud') && 'fraudStopped',
    isStopped && measures.has('nonFraud') && 'goodHit',
    measures.has('chargebacks') && 'chargebacks',
    measures.has('bankApproved') && 'bankApproved',
    measures.has('bankDeclined') && 'bankDeclined',
  ];
  return found.filter((measure) => measure !== false);
};

const isDecisive = ({ decision }: { readonly decision: unknown }): boolean => decision !== null;

/** Rules and clauses that an event hit, each with whether it decided the event. */
export const rulesHit = ({ event }: Counted): readonly (readonly [value: string, decides: boolean])[] => {
  const clauses = Map.groupBy(event.facts.hits, ({ ruleId, clause }) => `${ruleId} ${clause}`);
  const ofRules = event.facts.hits.filter(({ action }) => action === undefined);
  const rules = Map.groupBy(ofRules, ({ ruleId }): string => ruleId);
  return [...clauses, ...rules].map(([value, hits]) => [value, hits.some(isDecisive)]);
};

const fromLog = (counted: readonly Counted[]): Figures => {
  const figures: Figures = new Map();
  const add = (place: Place, amount: number): void => {
    const key = keyOf(place);
    figures.set(key, (figures.get(key) ?? 0) + amount);
  };
  for (const each of counted) {
    const { currency, amount, measures } = each;
    for (const [value, decides] of rulesHit(each)) {
      for (const measure of ruleMeasuresOf(each, decides)) {
        add({ by: 'rules', value, currency, measure, unit: 'events' }, 1);
        add({ by: 'rules', value, currency, measure, unit: 'amount' }, Math.round(amount * 10_000));
      }
    }
    const names = rulesOf(each);
    const pairs =
      names.length === 1
        ? [[names[0], null]]
        : names.flatMap((one, at) => names.slice(at + 1).map((two) => [one, two]));
    for (const pair of pairs) {
      const place = { by: 'overlaps', value: JSON.stringify(pair), currency: '', unit: 'events' } as const;
      add({ ...place, measure: 'hits' }, 1);
      for (const measure of ['fraud', 'nonFraud'] as const) if (measures.has(measure)) add({ ...place, measure }, 1);
    }
  }
  return figures;
};

const fromReports = async (database: Database, scope: RecountScope): Promise<Figures> => {
  const figures: Figures = new Map();
  const asked = { kind: 'purchase', step: 'day', filters: [] } as const;
  for (const { value, currency, counts, amounts } of await readRuleSums(
    database,
    scope,
    asked,
    { ...scope, shiftMs: 0 },
    'total',
  )) {
    for (const [measure, count] of Object.entries(counts) as [RuleMeasure, number][]) {
      const place = { by: 'rules', value, currency, measure } as const;
      figures.set(keyOf({ ...place, unit: 'events' }), count);
      figures.set(keyOf({ ...place, unit: 'amount' }), Math.round((amounts[measure] ?? 0) * 10_000));
    }
  }
  for (const { ruleId, otherId, events, fraud, nonFraud } of await readRuleOverlaps(
    database,
    scope,
    'purchase',
    scope,
  )) {
    const place = { by: 'overlaps', value: JSON.stringify([ruleId, otherId]), currency: '', unit: 'events' } as const;
    for (const [measure, count] of [
      ['hits', events] as const,
      ['fraud', fraud] as const,
      ['nonFraud', nonFraud] as const,
    ])
      figures.set(keyOf({ ...place, measure }), count);
  }
  return figures;
};

/** Counts figures of rules, of clauses and of their overlaps again, from purchases as the log has them. */
export const recountRules = async (
  database: Database,
  scope: RecountScope,
  counted: readonly Counted[],
): Promise<{ readonly figures: number; readonly differences: readonly RecountDifference[] }> => {
  const [reported, recounted] = [await fromReports(database, scope), fromLog(counted)];
  const keys = [...new Set([...reported.keys(), ...recounted.keys()])];
  const differences = keys.flatMap((key): RecountDifference[] => {
    const [one, other] = [reported.get(key) ?? 0, recounted.get(key) ?? 0];
    return one === other ? [] : [{ ...placeOf(key), reported: one, recounted: other }];
  });
  return { figures: keys.length, differences };
};
