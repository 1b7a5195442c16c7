import { DELAY_HOURS, type AskedOfObservations, type LoggedRelatedKind } from '@redoubt/domain';
import { readObservationGroups, type Database, type StoredEvent } from '@redoubt/storage';
import type { RecountDifference, RecountScope } from './recount-types.ts';

type Later = Exclude<StoredEvent, { facts: { readonly decision: unknown } }>;
type Body = Readonly<Record<string, unknown>>;

/** What is said together by later events of one kind and id, and the purchase it is about. */
export type JoinedObservation = {
  readonly first: Later;
  readonly body: Body;
  /** When the first of them arrived. */
  readonly arrivedMs: number;
  readonly about: Extract<StoredEvent, { kind: 'purchase' }> | undefined;
};

const KINDS: LoggedRelatedKind[] = ['purchaseStatus', 'bankEvent', 'chargeback', 'refund', 'label'];
const HOUR_MS = 3_600_000;

const textIn = (body: Body, field: string): readonly string[] => {
  const value = body[field];
  return typeof value === 'string' && value !== '' ? [value] : [];
};

const verdictIn = (body: Body): string => {
  const isBack = ['FalsePositive', 'Reversed'].includes(textIn(body, 'labelState')[0] ?? '');
  return isBack || body.isFraud === false ? 'NonFraud' : 'Fraud';
};

type Counted = {
  readonly values: (by: AskedOfObservations | null) => readonly (string | null)[];
  readonly currency: string;
  readonly amount: number;
};

const countedOf = ({ first, body, arrivedMs, about }: JoinedObservation): Counted => {
  const hours = about === undefined ? 0 : (arrivedMs - about.eventTimeMs) / HOUR_MS;
  const lower = [...DELAY_HOURS].reverse().find((from) => hours >= from) ?? 0;
  const score = about?.facts.riskScore ?? null;
  const known: Partial<Record<AskedOfObservations, readonly string[]>> = {
    environment: [first.environmentId],
    observation: [first.kind],
    linked: [String(about !== undefined)],
    decision: [about?.facts.decision ?? ''],
    score: [score === null ? '' : String(Math.floor(score / 100) * 100)],
    delay: [about === undefined ? '' : String(lower)],
    'field:status': textIn(body, 'status'),
    'field:statusType': textIn(body, 'statusType'),
    'field:type': textIn(body, 'type'),
    'field:verdict': first.kind === 'label' ? [verdictIn(body)] : [],
  };
  return {
    values: (by) => (by === null ? [null] : (known[by] ?? [])),
    currency: about?.facts.currency ?? '',
    amount: Math.round((about?.facts.amount ?? 0) * 10_000),
  };
};

const DIMENSIONS = [
  null,
  'environment',
  'observation',
  'linked',
  'decision',
  'score',
  'delay',
  'field:status',
  'field:statusType',
  'field:type',
  'field:verdict',
] as const;

/** Counts every figure of the report of observations again, and names those that differ. */
export const recountObservations = async (
  database: Database,
  scope: RecountScope,
  told: readonly JoinedObservation[],
): Promise<{ readonly figures: number; readonly differences: readonly RecountDifference[] }> => {
  const counted = told.filter(({ arrivedMs }) => arrivedMs >= scope.fromMs && arrivedMs < scope.toMs).map(countedOf);
  const differences: RecountDifference[] = [];
  let count = 0;
  for (const by of DIMENSIONS) {
    const figures = new Map<string, { reported: number; recounted: number }>();
    const add = (side: 'reported' | 'recounted', value: string | null, currency: string, unit: string, n: number) => {
      const key = JSON.stringify([value, currency, unit]);
      const figure = figures.get(key) ?? { reported: 0, recounted: 0 };
      figure[side] += n;
      figures.set(key, figure);
    };
    for (const { values, currency, amount } of counted) {
      for (const value of values(by)) {
        add('recounted', value, currency, 'events', 1);
        add('recounted', value, currency, 'amount', amount);
      }
    }
    const asked = {
      kind: 'purchase',
      kinds: KINDS,
      step: 'day',
      axis: 'time',
      by,
      filters: [],
      most: 100_000,
    } as const;
    const { groups } = await readObservationGroups(database, scope, asked, { ...scope, shiftMs: 0 });
    for (const { value, totals, bars } of groups) {
      for (const { currency, events, amount } of totals) {
        add('reported', value, currency, 'events', events);
        add('reported', value, currency, 'amount', Math.round(amount * 10_000));
      }
      for (const { events, currency } of bars) add('reported', value, `${currency} by day`, 'events', events);
    }
    for (const { values, currency } of counted)
      for (const value of values(by)) add('recounted', value, `${currency} by day`, 'events', 1);
    for (const [key, { reported, recounted }] of figures) {
      count += 1;
      if (reported === recounted) continue;
      const [value, currency, unit] = JSON.parse(key) as [string | null, string, 'events' | 'amount'];
      const place = { by: 'observations', value: `${by} ${value}`, currency, measure: 'events', unit } as const;
      differences.push({ ...place, reported, recounted });
    }
  }
  return { figures: count, differences };
};
