import {
  fieldDimension,
  REPORT_DIMENSIONS,
  REPORT_FIELDS,
  REPORT_MEASURES,
  RULE_REPORT_FILTERS,
  type AskedDimension,
  type ReportMeasure,
} from '@redoubt/domain';
import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import { isArrivedWithin, recountArrivals, type Arrived } from './recount-arrivals.ts';
import { recountNarrowed } from './recount-narrowed.ts';
import { recountObservations, type JoinedObservation } from './recount-observations.ts';
import { recountRules } from './recount-rules.ts';
import type { Counted, Purchase, RecountDifference, RecountScope } from './recount-types.ts';
import { decodeSegment, readReportGroups, type Database, type SegmentRow, type StoredEvent } from '@redoubt/storage';

type Body = Readonly<Record<string, unknown>>;
type Later = Exclude<StoredEvent, { facts: { readonly decision: unknown } }>;

const isLater = (event: StoredEvent): event is Later => !('decision' in event.facts);

const readEvents = ({ tenantId }: RecountScope, database: Database): Promise<readonly StoredEvent[]> =>
  database.readTenant(tenantId, async (trx) => {
    const rows: readonly SegmentRow[] = await trx
      .selectFrom('segment')
      .select(['tenant_id', 'environment_id', 'first_position', 'codec', 'heads', 'data'])
      .orderBy('first_position')
      .execute();
    return rows.flatMap(decodeSegment);
  });

/** A text that a body may hold; empty where it holds none. */
const textIn = (body: Body | undefined, field: string): string => {
  const value = body?.[field];
  return typeof value === 'string' ? value : '';
};

/** When something was said: by a label when it was found, else the merchant's time. */
const saidAt = ({ facts, eventTimeMs }: Later): number => {
  const found = Date.parse(textIn(facts.body, 'eventTimeStamp'));
  if (!Number.isNaN(found)) return found;
  const sent = Date.parse(facts.merchantTimeStamp ?? '');
  return Number.isNaN(sent) ? eventTimeMs : sent;
};

const inOrderSaid = (events: readonly Later[]): readonly Later[] =>
  events.toSorted(
    (a, b) => saidAt(a) - saidAt(b) || ((a.facts.trackingId ?? '') < (b.facts.trackingId ?? '') ? -1 : 1),
  );

/** What events of one id say together: fields that were said later take the place of earlier ones. */
const together = (events: readonly Later[]): readonly Body[] =>
  [...Map.groupBy(inOrderSaid(events), ({ eventId }) => eventId).values()]
    .toSorted((a, b) => saidAt(a.at(-1) as Later) - saidAt(b.at(-1) as Later))
    .map((same) => {
      const said = same.map(({ facts }) => Object.entries(facts.body).filter(([, value]) => value !== null));
      return Object.fromEntries(said.flat());
    });

/** Later events of one purchase, those of one kind and id together. */
const joinedObservations = (later: readonly Later[], about: Purchase | undefined): readonly JoinedObservation[] =>
  [...Map.groupBy(later, ({ kind, eventId }) => `${kind} ${eventId}`).values()].flatMap((same) => {
    const [first] = same;
    const [body] = together(same);
    return first === undefined || body === undefined
      ? []
      : [{ first, body, about, arrivedMs: Math.min(...same.map((each) => arrivalOf(each))) }];
  });

/** What is imported arrived when it happened. */
const arrivalOf = ({ historical, eventTimeMs, receivedAtMs }: Later): number =>
  historical ? eventTimeMs : receivedAtMs;

const DECIDED: Readonly<Record<string, ReportMeasure>> = {
  Approve: 'approved',
  Reject: 'rejected',
  Review: 'reviewed',
  Challenge: 'challenged',
};

const labelOf = (labels: readonly Body[]): string => {
  const newest = labels.at(-1);
  if (newest === undefined) return 'None';
  const isBack = ['FalsePositive', 'Reversed'].includes(textIn(newest, 'labelState'));
  return isBack || newest.isFraud === false ? 'NonFraud' : 'Fraud';
};

const countedOf = (event: Purchase, later: readonly Later[]): Counted => {
  const { facts } = event;
  const ofKind = (kind: string): readonly Body[] => together(later.filter((each) => each.kind === kind));
  const label = labelOf(ofKind('label'));
  const status = textIn(ofKind('purchaseStatus').at(-1), 'statusType');
  const asked = ofKind('bankEvent').filter(({ type }) => type === 'Auth' || type === 'Charge');
  const bank = textIn(asked.at(-1), 'status') || 'None';
  const chargeback = ofKind('chargeback').some((body) => body.status !== 'Reversed');
  const refunded = ofKind('refund').some((body) => body.status !== 'Declined');
  const score = facts.riskScore;
  const currency = facts.currency ?? '';
  const fieldValues = Object.fromEntries(
    Object.entries(facts.reportFields ?? {}).map(([name, value]) => [fieldDimension(name), [value]]),
  );
  const measures: (ReportMeasure | false | undefined)[] = [
    'events',
    DECIDED[facts.decision],
    label === 'Fraud' && 'fraud',
    label === 'NonFraud' && 'nonFraud',
    bank === 'Approved' && 'bankApproved',
    bank === 'Declined' && 'bankDeclined',
    chargeback && 'chargebacks',
    refunded && 'refunds',
  ];
  return {
    event,
    values: {
      environment: [event.environmentId],
      rule: [facts.rule ?? ''],
      clause: [facts.clause ?? ''],
      decision: [facts.decision],
      score: [score === null ? '' : String(Math.floor(score / 10) * 10)],
      currency: [currency],
      label: [label],
      status: [status],
      bank: [bank],
      chargeback: [String(chargeback)],
      refunded: [String(refunded)],
      country: [facts.country ?? ''],
      ...fieldValues,
      hit: [...new Set(facts.hits.map(({ ruleId, clause }) => `${ruleId} ${clause}`))],
    },
    currency,
    amount: facts.amount ?? 0,
    measures: new Set(measures.filter((measure) => typeof measure === 'string')),
  };
};

/** Figures by what tells them apart; amounts in cents of a cent, which add up exactly. */
type Figures = Map<string, number>;
const figureKey = (
  value: string | null,
  currency: string,
  measure: ReportMeasure,
  unit: string,
  barMs: number | null = null,
): string => JSON.stringify([value, currency, measure, unit, barMs]);

/** What a chart of the summary draws by the hour; by the day every dimension is drawn. */
const BY_HOUR: ReadonlySet<AskedDimension | null> = new Set([null, ...RULE_REPORT_FILTERS, 'rule', 'clause']);
const stepsOf = (by: AskedDimension | null): readonly ('day' | 'hour')[] =>
  BY_HOUR.has(by) ? ['day', 'hour'] : ['day'];
const WIDTH_MS = { day: DAY_MS, hour: HOUR_MS } as const;

const recount = (counted: readonly Counted[], by: AskedDimension | null, step: 'day' | 'hour'): Figures => {
  const figures: Figures = new Map();
  const add = (key: string, amount: number): void => void figures.set(key, (figures.get(key) ?? 0) + amount);
  for (const { event, values, currency, amount, measures } of counted) {
    const barMs = Math.floor(event.eventTimeMs / WIDTH_MS[step]) * WIDTH_MS[step];
    for (const value of by === null ? [null] : (values[by] ?? [])) {
      for (const measure of measures) {
        for (const bar of [null, barMs]) {
          add(figureKey(value, currency, measure, 'events', bar), 1);
          add(figureKey(value, currency, measure, 'amount', bar), Math.round(amount * 10_000));
        }
      }
    }
  }
  return figures;
};

const reportOf = async (
  database: Database,
  scope: RecountScope,
  by: AskedDimension | null,
  step: 'day' | 'hour',
): Promise<Figures> => {
  const asked = { kind: 'purchase', step, by, filters: [], most: 100_000 } as const;
  const { groups } = await readReportGroups(database, scope, asked, { ...scope, shiftMs: 0 });
  const figures: Figures = new Map();
  for (const { value, totals, bars } of groups) {
    for (const { barMs, currency, counts, amounts } of [...totals, ...bars]) {
      for (const measure of REPORT_MEASURES) {
        figures.set(figureKey(value, currency, measure, 'events', barMs), counts[measure] ?? 0);
        figures.set(figureKey(value, currency, measure, 'amount', barMs), Math.round((amounts[measure] ?? 0) * 10_000));
      }
    }
  }
  return figures;
};

/** Purchases of all days that a label is about, and those with a chargeback that stands. */
const arrivedOf = (
  purchases: ReadonlyMap<string, Purchase>,
  later: ReadonlyMap<string, readonly Later[]>,
): readonly (Arrived & Pick<Counted, 'values'>)[] =>
  [...later].flatMap(([key, said]) => {
    const event = purchases.get(key);
    if (event === undefined) return [];
    const { currency, amount, values, measures } = countedOf(event, said);
    const arrived = (kind: Later['kind'], what: Arrived['what']) => {
      const some = said.filter((each) => each.kind === kind);
      const arrivedMs = Math.min(...some.map(arrivalOf));
      return some.length === 0 ? [] : [{ event, values, currency, amount, what, arrivedMs }];
    };
    return [
      ...arrived('label', (values.label[0] ?? 'None') as Arrived['what']),
      ...(measures.has('chargebacks') ? arrived('chargeback', 'chargeback') : []),
    ];
  });

/**
 * Counts every figure of reports of purchases and of later events about them again, in all and by the day and the hour, from
 * the log as it is stored, and names those that differ. It shares
 * with reports how segments are read and nothing else: later events are sorted by when they were said and laid over each
 * other, where reports keep a time for each field.
 */
export const recountReports = async (
  database: Database,
  scope: RecountScope,
): Promise<{
  readonly figures: number;
  readonly events: number;
  readonly differences: readonly RecountDifference[];
}> => {
  const events = (await readEvents(scope, database)).filter(({ environmentId }) =>
    scope.environmentIds.includes(environmentId),
  );
  const later = Map.groupBy(
    events.filter(isLater).filter(({ facts }) => facts.subject?.kind === 'purchase'),
    ({ environmentId, facts }) => `${environmentId} ${facts.subject?.id}`,
  );
  const counted = events
    .filter((event) => event.kind === 'purchase')
    .filter(({ eventTimeMs }) => eventTimeMs >= scope.fromMs && eventTimeMs < scope.toMs)
    .map((event) => countedOf(event, later.get(`${event.environmentId} ${event.eventId}`) ?? []));
  const rules = await recountRules(database, scope, counted);
  const purchases = new Map<string, Purchase>(
    events.flatMap((event) =>
      event.kind === 'purchase' ? [[`${event.environmentId} ${event.eventId}`, event] as const] : [],
    ),
  );
  const told = [...later].flatMap(([key, said]) => joinedObservations(said, purchases.get(key)));
  const observations = await recountObservations(database, scope, told);
  const arrived = arrivedOf(purchases, later);
  const arrivals = await recountArrivals(database, scope, arrived);
  const narrowed = await recountNarrowed(
    database,
    scope,
    counted,
    arrived.filter((each) => each.what === 'chargeback' && isArrivedWithin(scope, each)),
  );
  const parts = [rules, observations, arrivals, narrowed];
  const differences: RecountDifference[] = parts.flatMap((part) => part.differences);
  let figures = parts.reduce((sum, part) => sum + part.figures, 0);
  const fields = REPORT_FIELDS.purchase.map(({ name }) => fieldDimension(name));
  const questions = [null, ...REPORT_DIMENSIONS, ...fields].flatMap((by) => stepsOf(by).map((step) => ({ by, step })));
  for (const { by, step } of questions) {
    const [reported, recounted] = [await reportOf(database, scope, by, step), recount(counted, by, step)];
    for (const key of new Set([...reported.keys(), ...recounted.keys()])) {
      figures += 1;
      const [one, other] = [reported.get(key) ?? 0, recounted.get(key) ?? 0];
      if (one === other) continue;
      const [value, currency, measure, unit, barMs] = JSON.parse(key) as [
        string | null,
        string,
        ReportMeasure,
        'events' | 'amount',
        number | null,
      ];
      differences.push({ by, value, currency, measure, unit, barMs, reported: one, recounted: other });
    }
  }
  return { figures, events: counted.length, differences };
};
