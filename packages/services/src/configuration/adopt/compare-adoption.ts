import { Readable } from 'node:stream';
import { isBuiltInAssessment, type AssessmentName } from '@redoubt/domain';
import { DAY_MS, type Id, type JsonObject } from '@redoubt/kernel';
import { readNewestEvents, readStoredRequest, type Database } from '@redoubt/storage';
import type { EnvironmentContext } from '../../context.ts';
import { readCsv } from '../../csv/read-csv.ts';
import { everyRow } from '../../csv/row-source.ts';
import { loadPlanSources, type PlanSources } from '../../plans/load-plan-sources.ts';
import { readAttributes } from '../../symbols/assessment-symbols.ts';
import type { ConfigurationFile, ConfigurationProblem } from '../configuration-file.ts';
import { exportConfiguration } from '../export-configuration.ts';
import { importConfiguration } from '../import-configuration.command.ts';
import { readYaml } from '../yaml-file.ts';
import { compareDecisions, planOf, type DryRun, type DryRunEvent } from './dry-run.ts';
import { readFormerDecisions, type FormerDecisions } from './former-decisions.ts';
import { readVelocityReaders, type VelocityReader } from './velocity-readers.ts';
import { reading, inTransaction } from '../../unit-of-work.ts';

/** A row of a support list that stands there with another status, which stays. */
export type KeptRow = {
  readonly list: string;
  readonly value: string;
  readonly there: string;
  readonly adopted: string;
};

/** What an environment would do with adopted files: nothing of it is kept. */
export type AdoptionComparison = {
  /** Rules that are there and run before the adopted ones. */
  readonly rulesBefore: readonly string[];
  readonly adoptedRules: readonly string[];
  /** How rules run together there; the adopted ones do so too. */
  readonly runMode: string;
  readonly keptRows: readonly KeptRow[];
  /** Nothing is imported while there is one. */
  readonly refused: readonly ConfigurationProblem[];
  /** Events of the environment decided by its rules of today and with the adopted ones; null where there was none. */
  readonly stored: DryRun | null;
  /** Events decided elsewhere, by what was decided there; null where none were given. */
  readonly former: (DryRun & { readonly problems: readonly string[] }) | null;
  /** Rules that read velocities: of events from elsewhere these count as 0. */
  readonly velocityReaders: readonly VelocityReader[];
};

export type CompareAdoptionInput = {
  readonly files: readonly ConfigurationFile[];
  /** As `adoptFiles` was asked. */
  readonly assessment: string;
  /** CSV of former decisions, for `readFormerDecisions`. */
  readonly formerDecisions: string | null;
  /** Newest stored events to decide again. */
  readonly events: number;
};

const STORED_SINCE_MS = 90 * DAY_MS;
/** Stored events before the decided ones that velocities count, for each of those. */
const COUNTED_PER_DECIDED = 10;

type Order = { readonly runMode: string; readonly order: readonly string[] };

const orderIn = (files: readonly ConfigurationFile[], assessment: string): Order => {
  const file = files.find(({ path }) => path === `rules/${assessment}.yaml`);
  const value = (file ? readYaml(file).value : null) as Partial<Order> | null;
  return { runMode: value?.runMode ?? 'firstMatch', order: value?.order ?? [] };
};

/** Status by value of a support list's file. */
const statusesIn = async ({ text }: ConfigurationFile): Promise<ReadonlyMap<string, string>> => {
  const rows = await everyRow(await readCsv(Readable.from([Buffer.from(text)])));
  return new Map(rows.map(([value = '', status = '']) => [value.toLowerCase(), status]));
};

const keptRowsOf = async (
  adopted: readonly ConfigurationFile[],
  there: readonly ConfigurationFile[],
): Promise<readonly KeptRow[]> => {
  const kept: KeptRow[] = [];
  for (const file of adopted.filter(({ path }) => path.startsWith('support-lists/'))) {
    const current = there.find(({ path }) => path === file.path);
    if (current === undefined) continue;
    const statuses = await statusesIn(current);
    for (const [value, status] of await statusesIn(file)) {
      const known = statuses.get(value);
      if (known === undefined || known === status) continue;
      kept.push({ list: file.path.replace(/^support-lists\/|\.csv$/g, ''), value, there: known, adopted: status });
    }
  }
  return kept;
};

const storedEvents = async (
  { database, tenantId, environmentId, clock }: EnvironmentContext,
  kind: AssessmentName,
  limit: number,
): Promise<readonly DryRunEvent[]> => {
  const since = new Date(clock.now() - STORED_SINCE_MS);
  const scope = { tenantId, environmentIds: [environmentId] };
  const { events } = await readNewestEvents(database, scope, { since, limit: limit * COUNTED_PER_DECIDED });
  const decidedFrom = Math.max(0, events.length - limit);
  return events.map((stored, index) => ({
    eventId: stored.eventId,
    body: JSON.parse(stored.requestText) as JsonObject,
    atMs: stored.eventTimeMs,
    former: null,
    stored,
    isDecided: index >= decidedFrom && stored.kind === kind,
  }));
};

/** Rows with an id of a stored event say what was decided of that; the others are events of their own. */
const formerEvents = async (
  database: Database,
  place: { readonly tenantId: Id; readonly environmentId: Id; readonly kind: AssessmentName },
  { decisions }: FormerDecisions,
  nowMs: number,
): Promise<readonly DryRunEvent[]> => {
  const events: DryRunEvent[] = [];
  for (const { line, eventId, decision, body } of decisions) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one look-up at a time
    const stored = eventId === null ? undefined : await readStoredRequest(database, { ...place, eventId });
    const whole = stored === undefined ? body : { ...(stored as JsonObject), ...body };
    events.push({ eventId: eventId ?? `line ${line}`, body: whole, atMs: nowMs, former: decision });
  }
  return events;
};

const kindOf = ({ defined }: PlanSources, assessment: string): AssessmentName | null => {
  if (isBuiltInAssessment(assessment)) return assessment;
  return defined.find(({ apiName }) => apiName === assessment)?.kind ?? null;
};

/** The former decisions of an assessment; of one that the environment lacks, a sentence that says so. */
const readFormer = async (
  context: EnvironmentContext,
  kind: AssessmentName | null,
  assessment: string,
  text: string,
): Promise<FormerDecisions> => {
  if (kind === null) {
    return { decisions: [], problems: [`The environment has no assessment ${assessment}: define it first.`] };
  }
  const attributes = await reading(context, (trx) => readAttributes(trx, context.environmentId, kind));
  return readFormerDecisions(text, attributes);
};

/**
 * Says what adopted files would change in an environment: the import is tried with its own checks and taken back, and
 * while it stands, stored events and former decisions are decided by what it would come to.
 */
export const compareAdoption = async (
  context: EnvironmentContext,
  { files, assessment, formerDecisions, events }: CompareAdoptionInput,
): Promise<AdoptionComparison> => {
  const { database, tenantId, environmentId, clock } = context;
  const there = await exportConfiguration(context);
  const before = await loadPlanSources(context);
  const kind = kindOf(before, assessment);
  const tried = kind === null ? [] : await storedEvents(context, kind, events);
  const former = formerDecisions === null ? null : await readFormer(context, kind, assessment, formerDecisions);
  const elsewhere =
    former === null || kind === null
      ? []
      : await formerEvents(database, { tenantId, environmentId, kind }, former, clock.now());
  const runs: { stored: DryRun | null; former: DryRun | null; readers: readonly VelocityReader[] } = {
    stored: null,
    former: null,
    readers: [],
  };
  const report = await importConfiguration(context, {
    files,
    prune: false,
    without: [],
    velocityStart: 'fromNow',
    apply: false,
    look: async (joined) => {
      const sources = await loadPlanSources(joined);
      const after = kind === null ? null : planOf(sources, environmentId, kind);
      if (after === null || kind === null) return;
      const plans = { before: planOf(before, environmentId, kind), after };
      if (tried.some(({ isDecided }) => isDecided)) runs.stored = await compareDecisions(tried, plans, tenantId);
      if (former !== null) runs.former = await compareDecisions(elsewhere, plans);
      runs.readers = await inTransaction(joined, (trx) => readVelocityReaders(trx, environmentId, kind));
    },
  });
  const current = orderIn(there, assessment);
  const adopted = orderIn(files, assessment);
  return {
    rulesBefore: current.order,
    adoptedRules: adopted.order.filter((name) => !current.order.includes(name)),
    runMode: current.order.length > 0 ? current.runMode : adopted.runMode,
    keptRows: await keptRowsOf(files, there),
    refused: report.problems,
    stored: runs.stored,
    former: former && { ...(runs.former ?? { events: 0, same: 0, differences: [] }), problems: former.problems },
    velocityReaders: runs.readers,
  };
};
