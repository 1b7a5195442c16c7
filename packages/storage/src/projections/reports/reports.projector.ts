import { isAssessmentSubject } from '@redoubt/domain';
import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import {
  isAssessment,
  isErased,
  kindCodeOf,
  type ControlFacts,
  type ReportFacts,
  type StoredAssessment,
  type StoredHead,
} from '../../log/log-event.ts';
import { amountUnits } from '../amounts.ts';
import { OBSERVATION_TABLES } from './observation-cells.ts';
import { applyObservations } from './observations.ts';
import type { Projector } from '../projector.ts';
import { CELL_TABLES, cellChanges, type ReportRow } from './report-cells.ts';
import { boundFieldValues, wantFields, type FieldColumns } from './report-field-values.ts';
import {
  insertReportRows,
  loadReportRows,
  OUTCOME_COLUMNS,
  updateReportRows,
  type OutcomeColumns,
} from './report-rows.ts';
import {
  BANK_CODES,
  currencyText,
  DECISION_CODES,
  hitRuleText,
  hitText,
  LABEL_CODES,
  scoreBin,
  valueText,
} from './report-codes.ts';
import { eventKeyText, loadSaid, NO_OUTCOME, outcomesOf, type EventKey, type Outcome } from './report-outcome.ts';
import { loadValueCodes, type ValueCodes, type WantedValues } from './report-values.ts';
import { subjectCodeOf } from '../subject-codes.ts';

/** No subject has a longer id, so nothing can be about one. */
const MAX_ID_CHARACTERS = 256;
const MAX_DAYS_AFTER = 32_767;

const NO_FIELDS: FieldColumns = { fields: [], field_values: [] };

const keyOf = ({ tenantId, environmentId, kind, eventId }: StoredAssessment): EventKey => ({
  t: tenantId,
  e: environmentId,
  k: kindCodeOf(kind),
  i: eventId,
});

/** The assessments that later events of a batch are about. */
const aboutOf = (event: StoredHead): readonly EventKey[] => {
  if (isAssessment(event)) return [];
  const { subject } = event.facts;
  if (subject === null || !isAssessmentSubject(subject.kind) || subject.id.length > MAX_ID_CHARACTERS) return [];
  return [{ t: event.tenantId, e: event.environmentId, k: subjectCodeOf(subject.kind), i: subject.id }];
};

/** Whole days of UTC from an event to what came later; what came earlier came at once. */
const daysAfter = (hourMs: number, atMs: number | null): number | null =>
  atMs === null ? null : Math.min(MAX_DAYS_AFTER, Math.max(0, Math.floor(atMs / DAY_MS) - Math.floor(hourMs / DAY_MS)));

const outcomeColumns = (tenantId: string, hourMs: number, outcome: Outcome, codes: ValueCodes): OutcomeColumns => ({
  label: LABEL_CODES[outcome.label],
  status: codes(tenantId)(valueText(outcome.status)),
  bank: BANK_CODES[outcome.bank],
  chargeback: outcome.chargeback,
  refunded: outcome.refunded,
  label_after: daysAfter(hourMs, outcome.labelledAtMs),
  chargeback_after: daysAfter(hourMs, outcome.chargedBackAtMs),
});

/** Where an erased event stands, in place of what it no longer says. */
const erasedReportOf = ({ facts: { report } }: StoredAssessment): ReportFacts | undefined =>
  report === 'takenBack' ? undefined : report;

const countryOf = (event: StoredAssessment): string => erasedReportOf(event)?.country ?? valueText(event.facts.country);

const outcomeOfEvent = (
  event: StoredAssessment,
  hourMs: number,
  outcomes: ReadonlyMap<string, Outcome>,
  codes: ValueCodes,
): OutcomeColumns => {
  const report = erasedReportOf(event);
  if (report === undefined) {
    const outcome = outcomes.get(eventKeyText(keyOf(event))) ?? NO_OUTCOME;
    return outcomeColumns(event.tenantId, hourMs, outcome, codes);
  }
  const { label, bank, chargeback, refunded, labelAfter, chargebackAfter } = report;
  const status = codes(event.tenantId)(report.status);
  return { label, status, bank, chargeback, refunded, label_after: labelAfter, chargeback_after: chargebackAfter };
};

/** Id of a row: ids of erased events may repeat. */
export const erasedRowId = (idHash: string, position: number): string => `${idHash}/${position}`;

/** The rule and clause that would have stopped a purchase which the control share let pass, as hits name them. */
const stoppedTexts = (control: ControlFacts | undefined): { readonly rule: string; readonly hit: string } => {
  const stopped = control?.stopped ?? null;
  if (stopped === null) return { rule: '', hit: '' };
  const { ruleId, clause } = stopped;
  return { rule: hitRuleText({ ruleId }), hit: clause === null ? '' : hitText({ ruleId, clause }) };
};

const controlColumns = (
  control: ControlFacts | undefined,
  code: (text: string) => number,
): Pick<ReportRow, 'control_probability' | 'control_decision' | 'control_rule' | 'control_hit'> => {
  const { rule, hit } = stoppedTexts(control);
  const stopped = control?.stopped ?? null;
  return {
    control_probability: control?.probability ?? null,
    control_decision: stopped === null ? null : DECISION_CODES[stopped.decision],
    control_rule: code(rule),
    control_hit: code(hit),
  };
};

const rowOf = (
  event: StoredAssessment,
  outcomes: ReadonlyMap<string, Outcome>,
  codes: ValueCodes,
  fields: FieldColumns,
): ReportRow => {
  const { tenantId, environmentId, facts } = event;
  const hourMs = Math.floor(event.eventTimeMs / HOUR_MS) * HOUR_MS;
  const code = codes(tenantId);
  const decidingHit = facts.hits.find(({ decision }) => decision !== null);
  return {
    tenant_id: tenantId,
    environment_id: environmentId,
    kind: kindCodeOf(event.kind),
    event_id: isErased(event) ? erasedRowId(event.eventId, event.position) : event.eventId,
    hour: hourMs,
    decision: DECISION_CODES[facts.decision],
    rule: code(valueText(facts.rule)),
    clause: code(valueText(facts.clause)),
    country: code(countryOf(event)),
    currency: code(currencyText(facts.currency)),
    score: scoreBin(facts.riskScore),
    ...outcomeOfEvent(event, hourMs, outcomes, codes),
    amount_units: amountUnits(facts.amount) ?? 0,
    hits: facts.hits.map((hit) => code(hitText(hit))),
    hit_rules: facts.hits.map((hit) => code(hitRuleText(hit))),
    ...fields,
    decided_by: decidingHit === undefined ? 0 : code(hitText(decidingHit)),
    ...controlColumns(facts.control, code),
  };
};

const wantOf = (wanted: WantedValues, event: StoredAssessment): void => {
  const { tenantId, facts } = event;
  const want = wanted(tenantId);
  const texts = [valueText(facts.rule), valueText(facts.clause), countryOf(event), currencyText(facts.currency)];
  for (const text of [
    ...texts,
    erasedReportOf(event)?.status ?? '',
    ...facts.hits.flatMap((hit) => [hitText(hit), hitRuleText(hit)]),
    ...Object.values(stoppedTexts(facts.control)),
  ])
    want(text);
};

/**
 * Sums of decided events by the time of the event, as labels and later events have it now: what comes late takes the event
 * out of its cells and puts it into others. What was said is read from the rows that search has joined, which are the
 * same for every order of arrival. Beside them observations by the day of their arrival.
 */
export const reportsProjector: Projector = {
  name: 'reports',
  gathers: true,
  tables: ['report_value', 'report_event', ...CELL_TABLES, ...OBSERVATION_TABLES],
  follows: 'search',
  apply: async (client, events) => {
    const decided = events.filter(isAssessment).filter(({ facts }) => facts.report !== 'takenBack');
    const decidedKeys = decided.filter((event) => !isErased(event)).map(keyOf);
    const isNew = new Set(decidedKeys.map(eventKeyText));
    const told = new Map(events.flatMap(aboutOf).map((key) => [eventKeyText(key), key]));
    const toldBefore = [...told].filter(([text]) => !isNew.has(text)).map(([, key]) => key);

    const said = await loadSaid(client, [...decidedKeys, ...toldBefore]);
    const outcomes = outcomesOf(said);
    const before = await loadReportRows(client, toldBefore);
    const codes = await loadValueCodes(client, (wanted) => {
      for (const event of decided) wantOf(wanted, event);
      for (const event of decided) wantFields(wanted, event);
      for (const [text, { status }] of outcomes) wanted(text.slice(0, text.indexOf('/')))(valueText(status));
    });

    const changes = cellChanges();
    const fields = await boundFieldValues(client, decided, codes);
    const inserted = decided.map((event, at) => rowOf(event, outcomes, codes, fields[at] ?? NO_FIELDS));
    for (const row of inserted) changes.add(row, 1);
    const changed = before.flatMap((row) => {
      const { tenant_id: t, environment_id: e, kind: k, event_id: i } = row;
      const outcome = outcomes.get(eventKeyText({ t, e, k, i })) ?? NO_OUTCOME;
      const next = { ...row, ...outcomeColumns(t, row.hour, outcome, codes) };
      return OUTCOME_COLUMNS.some((column) => next[column] !== row[column]) ? [{ row, next }] : [];
    });
    for (const { row, next } of changed) {
      changes.add(row, -1);
      changes.add(next, 1);
    }
    await insertReportRows(client, inserted);
    await updateReportRows(
      client,
      changed.map(({ next }) => next),
    );
    await changes.save(client);
    await applyObservations(client, events, said);
  },
};
