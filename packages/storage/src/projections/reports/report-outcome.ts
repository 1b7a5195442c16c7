import type { JsonObject } from '@redoubt/kernel';
import type pg from 'pg';
import type { FraudLabel } from '../../schema/events/projection-tables.ts';
import { rowsParameter } from '../../database/rows-parameter.ts';
import { KIND_CODES } from '../../log/log-event.ts';
import type { Stamp } from '../related-merge.ts';
import type { BankAnswer } from './report-codes.ts';
import { labelOf, newestText, statusOf, type Said } from '../standings.ts';

/** An assessment: tenant, environment, number of its kind, id. */
export type EventKey = { readonly t: string; readonly e: string; readonly k: number; readonly i: string };

export const EVENT_KEYS = rowsParameter<EventKey>({ t: 'uuid', e: 'uuid', k: 'int2', i: 'text' });

/** What is known of an event after its decision. */
export type Outcome = {
  readonly label: FraudLabel;
  readonly status: string;
  readonly bank: BankAnswer;
  readonly chargeback: boolean;
  readonly refunded: boolean;
  /** When the first label, the first chargeback arrived; null where none did. */
  readonly labelledAtMs: number | null;
  readonly chargedBackAtMs: number | null;
};

export const NO_OUTCOME: Outcome = {
  label: 'None',
  status: '',
  bank: 'None',
  chargeback: false,
  refunded: false,
  labelledAtMs: null,
  chargedBackAtMs: null,
};

type SaidAt = Said & { readonly arrivedAtMs: number };

export const eventKeyText = ({ t, e, k, i }: EventKey): string => `${t}/${e}/${k}/${i}`;

/** What asks the bank for money; what takes that back says nothing about acceptance. */
const ASKS_FOR_MONEY = new Set<unknown>(['Auth', 'Charge']);
const BANK_ANSWERS = new Set<string>(['Approved', 'Declined', 'Unknown']);

const firstArrival = (said: readonly SaidAt[]): number | null =>
  said.length === 0 ? null : Math.min(...said.map(({ arrivedAtMs }) => arrivedAtMs));

/** The same whatever came first: everything follows from the merged rows. */
const outcomeOf = (said: readonly SaidAt[]): Outcome => {
  const ofKind = (kind: number): readonly SaidAt[] => said.filter(({ k }) => k === kind);
  const chargebacks = ofKind(KIND_CODES.chargeback);
  const answer = newestText(
    ofKind(KIND_CODES.bankEvent).filter(({ merged }) => ASKS_FOR_MONEY.has(merged.body.type)),
    'status',
  );
  return {
    label: labelOf(said),
    status: statusOf(said) ?? '',
    bank: answer !== null && BANK_ANSWERS.has(answer) ? (answer as BankAnswer) : 'None',
    chargeback: chargebacks.some(({ merged }) => merged.body.status !== 'Reversed'),
    refunded: ofKind(KIND_CODES.refund).some(({ merged }) => merged.body.status !== 'Declined'),
    labelledAtMs: firstArrival(ofKind(KIND_CODES.label)),
    chargedBackAtMs: firstArrival(chargebacks),
  };
};

/** What events of one kind and id say about an assessment, with the id they have within their kind. */
export type SaidAbout = SaidAt & { readonly key: EventKey; readonly relatedId: string };

/** What search has joined to assessments, by `eventKeyText`; those that nothing was said about are missing. */
export const loadSaid = async (
  client: pg.ClientBase,
  keys: readonly EventKey[],
): Promise<ReadonlyMap<string, readonly SaidAbout[]>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<
    EventKey & {
      readonly rk: number;
      readonly rid: string;
      readonly body: JsonObject;
      readonly stamps: Record<string, Stamp>;
      readonly at: number;
    }
  >(
    `select x.t, x.e, x.k, x.i, r.kind as rk, r.related_id as rid, r.body, r.stamps,
            (extract(epoch from coalesce(r.arrived_at, r.received_at)) * 1000)::bigint as at
       from ${EVENT_KEYS.from('x')}
       join related_event r on r.tenant_id = x.t and r.environment_id = x.e and r.subject_kind = x.k
        and r.subject_id = x.i`,
    EVENT_KEYS.values(keys),
  );
  const said = rows.map(({ t, e, k, i, rk, rid, body, stamps, at }): SaidAbout => ({
    key: { t, e, k, i },
    k: rk,
    relatedId: rid,
    merged: { body, stamps },
    arrivedAtMs: at,
  }));
  return Map.groupBy(said, ({ key }) => eventKeyText(key));
};

/** Outcomes by `eventKeyText`; events that nothing was said about are missing. */
export const outcomesOf = (said: ReadonlyMap<string, readonly SaidAbout[]>): ReadonlyMap<string, Outcome> =>
  new Map([...said].map(([key, some]) => [key, outcomeOf(some)]));
