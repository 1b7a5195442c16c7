import {
  delayClass,
  isAssessmentSubject,
  kindFacts,
  observationFields,
  observationFieldValues,
  type Decision,
  type LoggedRelatedKind,
  type ReportFieldValues,
} from '@redoubt/domain';
import type pg from 'pg';
import {
  isAssessment,
  isErased,
  kindCodeOf,
  kindOfCode,
  type ObservationFacts,
  type StoredHead,
  type StoredRelated,
} from '../../log/log-event.ts';
import { amountUnits } from '../amounts.ts';
import { NOTHING_KNOWN, observationSums, type ObservationRow } from './observation-cells.ts';
import { verdictOf } from '../related-merge.ts';
import { dayOf } from './report-cells.ts';
import { currencyText, DECISION_CODES, scoreBin, valueText, wideBin } from './report-codes.ts';
import { fieldValueBounds, type FieldColumns } from './report-field-values.ts';
import { EVENT_KEYS, eventKeyText, type EventKey, type SaidAbout } from './report-outcome.ts';
import { loadValueCodes } from './report-values.ts';
import { mergedKindCode, subjectCodeOf } from '../subject-codes.ts';

/** What observations take from the assessment they are about. */
type About = {
  readonly decision: Decision;
  readonly score: number | null;
  readonly units: number | null;
  readonly currency: string | null;
  readonly atMs: number;
};

/** A row with texts in the place of their numbers. */
type Draft = Omit<ObservationRow, 'currency' | 'fields' | 'field_values'> & {
  readonly currencyText: string;
  readonly values: ReportFieldValues;
};

/** Id of the row of an erased event: hashes may repeat. */
export const erasedObservationId = (idHash: string, position: number): string => `${idHash}/${position}`;

const observationKey = (key: EventKey, observation: number, id: string): string =>
  `${eventKeyText(key)}/${observation}/${id}`;
const rowKey = (row: ObservationRow | Draft): string =>
  observationKey(
    { t: row.tenant_id, e: row.environment_id, k: row.kind, i: row.event_id },
    row.observation,
    row.observation_id,
  );

const subjectOf = (event: StoredRelated): EventKey | null => {
  const { subject } = event.facts;
  if (subject === null || !isAssessmentSubject(subject.kind)) return null;
  return { t: event.tenantId, e: event.environmentId, k: subjectCodeOf(subject.kind), i: subject.id };
};

/** The row that a later event is merged into; null where it is about no assessment. */
export const observationRowOf = (
  event: StoredRelated,
): { readonly key: EventKey; readonly observation: number; readonly id: string } | null => {
  const key = subjectOf(event);
  return key === null ? null : { key, observation: mergedKindCode(event.kind), id: event.eventId };
};

/** Assessments as search has them. */
const loadAbout = async (client: pg.ClientBase, keys: readonly EventKey[]): Promise<ReadonlyMap<string, About>> => {
  const { rows } = await client.query<EventKey & About>(
    `select x.t, x.e, x.k, x.i, s.decision, s.risk_score as score, s.amount_units as units, s.currency,
            (extract(epoch from s.event_time) * 1000)::bigint as "atMs"
       from ${EVENT_KEYS.from('x')}
       join event_search s on s.tenant_id = x.t and s.environment_id = x.e and s.kind = x.k and s.event_id = x.i`,
    EVENT_KEYS.values(keys),
  );
  return new Map(rows.map((row) => [eventKeyText(row), row]));
};

const loadRows = async (client: pg.ClientBase, keys: readonly EventKey[]): Promise<readonly ObservationRow[]> => {
  const { rows } = await client.query<Omit<ObservationRow, 'arrived'> & { readonly atMs: number }>(
    `select r.*, (extract(epoch from r.arrived) * 1000)::bigint as "atMs"
       from ${EVENT_KEYS.from('x')}
       join report_observation r on r.tenant_id = x.t and r.environment_id = x.e and r.kind = x.k and r.event_id = x.i`,
    EVENT_KEYS.values(keys),
  );
  return rows.map(({ atMs, ...row }) => ({ ...row, arrived: new Date(atMs).toISOString() }));
};

const ofAssessment = (about: About | undefined, arrivedAtMs: number) =>
  about === undefined
    ? { decision: NOTHING_KNOWN, score: NOTHING_KNOWN, delay: NOTHING_KNOWN }
    : {
        decision: DECISION_CODES[about.decision],
        score: wideBin(scoreBin(about.score)),
        delay: delayClass(arrivedAtMs - about.atMs),
      };

/** The amount that an observation says, else that of its assessment. */
const moneyOf = ({ merged: { body } }: SaidAbout, about: About | undefined) => {
  const own = typeof body.amount === 'number' ? amountUnits(body.amount) : null;
  const currency = typeof body.currency === 'string' && own !== null ? body.currency : (about?.currency ?? null);
  return { amount_units: own ?? about?.units ?? 0, currencyText: currencyText(currency) };
};

const draftOf = (said: SaidAbout, about: About | undefined, ownFields: readonly string[]): Draft => {
  const { key, k, relatedId, merged, arrivedAtMs } = said;
  const kind = kindOfCode(k) as LoggedRelatedKind;
  const verdict = kindFacts(kind).role === 'label' ? verdictOf(merged.body) : null;
  return {
    tenant_id: key.t,
    environment_id: key.e,
    kind: key.k,
    event_id: key.i,
    observation: k,
    observation_id: relatedId,
    arrived: new Date(arrivedAtMs).toISOString(),
    ...ofAssessment(about, arrivedAtMs),
    ...moneyOf(said, about),
    values: observationFieldValues(observationFields(kind, ownFields), merged.body, verdict),
    own_fields: ownFields,
  };
};

const erasedDraft = (event: StoredRelated, facts: ObservationFacts): Draft => ({
  tenant_id: event.tenantId,
  environment_id: event.environmentId,
  kind: kindCodeOf(facts.about),
  event_id: erasedObservationId(event.eventId, event.position),
  observation: mergedKindCode(event.kind),
  observation_id: '',
  arrived: new Date(facts.dayMs).toISOString(),
  decision: facts.decision === null ? NOTHING_KNOWN : DECISION_CODES[facts.decision],
  score: facts.score,
  delay: facts.delay,
  amount_units: facts.amountUnits,
  currencyText: facts.currency,
  values: facts.fields ?? {},
  own_fields: [],
});

/** Numbers in the place of texts; values beyond those that are distinguished on a day stand together. */
const rowsOf = async (client: pg.ClientBase, drafts: readonly Draft[]): Promise<readonly ObservationRow[]> => {
  const codes = await loadValueCodes(client, (wanted) => {
    for (const { tenant_id: t, currencyText: currency, values } of drafts) {
      for (const text of [currency, ...Object.keys(values), ...Object.values(values)]) wanted(t)(valueText(text));
    }
  });
  const bounds = fieldValueBounds();
  for (const { tenant_id: t, environment_id: e, kind: k, observation: o, values, arrived } of drafts) {
    bounds.add({ t, e, k, o, d: dayOf(Date.parse(arrived)) }, values, codes);
  }
  const bound = await bounds.bound(client, 'report_observation_day');
  const none: FieldColumns = { fields: [], field_values: [] };
  return drafts.map(({ currencyText: currency, values: _values, ...draft }, at) => ({
    ...draft,
    currency: codes(draft.tenant_id)(currency),
    ...(bound[at] ?? none),
  }));
};

const CHANGING = [
  'arrived',
  'decision',
  'score',
  'delay',
  'currency',
  'amount_units',
  'fields',
  'field_values',
  'own_fields',
] as const satisfies readonly (keyof ObservationRow)[];

const UPSERT = `insert into report_observation as r
  select x.* from jsonb_populate_recordset(null::report_observation, $1::jsonb) as x
  on conflict (tenant_id, environment_id, kind, event_id, observation, observation_id) do update
    set ${CHANGING.map((column) => `${column} = excluded.${column}`).join(', ')}`;

const isSame = (a: ObservationRow, b: ObservationRow): boolean =>
  CHANGING.every((column) => JSON.stringify(a[column]) === JSON.stringify(b[column]));

/** Puts observations where they belong now, and takes them out of where they stood. */
const settle = async (
  client: pg.ClientBase,
  drafts: readonly Draft[],
  before: readonly ObservationRow[],
): Promise<void> => {
  if (drafts.length === 0) return;
  const stood = new Map(before.map((row) => [rowKey(row), row]));
  const rows = await rowsOf(client, drafts);
  const changed = rows.filter((row) => {
    const earlier = stood.get(rowKey(row));
    return earlier === undefined || !isSame(earlier, row);
  });
  if (changed.length === 0) return;
  const sums = observationSums();
  for (const row of changed) {
    const earlier = stood.get(rowKey(row));
    if (earlier !== undefined) sums.add(earlier, -1);
    sums.add(row, 1);
  }
  await client.query(UPSERT, [JSON.stringify(changed)]);
  await sums.save(client);
};

/** Own fields that later events of a batch name, by the row that each is merged into, in the order of the events. */
const toldOf = (events: readonly StoredRelated[]): ReadonlyMap<string, readonly string[]> => {
  const told = new Map<string, readonly string[]>();
  for (const event of events) {
    const row = observationRowOf(event);
    if (row === null) continue;
    const key = observationKey(row.key, row.observation, row.id);
    told.set(key, [...(told.get(key) ?? []), ...(event.facts.ownFields ?? [])]);
  }
  return told;
};

/**
 * Observations of assessments as search has merged them, each counted once on the day on which it first arrived: with the values it
 * says now and what is known of its assessment, whichever came first.
 *
 * @param said everything that is said about the assessments of the batch, by `eventKeyText`
 */
export const applyObservations = async (
  client: pg.ClientBase,
  events: readonly StoredHead[],
  said: ReadonlyMap<string, readonly SaidAbout[]>,
): Promise<void> => {
  const later = events.filter((event): event is StoredRelated => !isAssessment(event));
  const erased = later.flatMap((event) =>
    isErased(event) && event.facts.observation ? [erasedDraft(event, event.facts.observation)] : [],
  );
  const all = [...said.values()].flat();
  const subjects = [...said.values()].flatMap(([first]) => (first === undefined ? [] : [first.key]));
  if (all.length === 0) return settle(client, erased, []);
  const about = await loadAbout(client, subjects);
  const before = await loadRows(client, subjects);
  const told = toldOf(later.filter((event) => !isErased(event)));
  const knownFields = new Map(before.map((row) => [rowKey(row), row.own_fields]));
  const order = new Map([...told.keys()].map((key, at) => [key, at]));
  const placeOf = ({ key, k, relatedId }: SaidAbout): number =>
    order.get(observationKey(key, k, relatedId)) ?? order.size;
  const drafts = all
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((each) => {
      const key = observationKey(each.key, each.k, each.relatedId);
      const ownFields = [...new Set([...(knownFields.get(key) ?? []), ...(told.get(key) ?? [])])].toSorted();
      return draftOf(each, about.get(eventKeyText(each.key)), ownFields);
    });
  return settle(client, [...drafts, ...erased], before);
};

/** Observations of assessments that are taken back are about nothing known from now on. */
export const unlinkObservations = async (
  client: pg.ClientBase,
  keys: readonly EventKey[],
  said: ReadonlyMap<string, readonly SaidAbout[]>,
): Promise<void> => {
  const before = await loadRows(client, keys);
  const knownFields = new Map(before.map((row) => [rowKey(row), row.own_fields]));
  const drafts = [...said.values()]
    .flat()
    .map((each) => draftOf(each, undefined, knownFields.get(observationKey(each.key, each.k, each.relatedId)) ?? []));
  await settle(client, drafts, before);
};
