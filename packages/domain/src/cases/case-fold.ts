import type { CaseDecisionAction, LabelAction } from './case-decisions.ts';
import {
  caseStep,
  type CaseAction,
  type CaseRecord,
  type CaseRefusal,
  type DecisionSource,
  type EntrySource,
} from './case-lifecycle.ts';

/** What was decided about a case. */
export type CaseVerdict = {
  /** Name of the configured decision. */
  readonly decision: string;
  readonly caseAction: CaseDecisionAction;
  readonly labelAction: LabelAction;
  readonly reason: string;
};

/** Something that an agent, a program or a time-out did to a case. */
export type CaseEntry = {
  readonly atMs: number;
  readonly actorId: string;
  readonly actor: string;
  readonly source: EntrySource;
  readonly action: CaseAction;
  /** Of entries that decide: by an agent, or by a time-out. */
  readonly verdict: CaseVerdict | null;
};

/** All that entries make of a case: what its row holds besides what follows from the log. */
export type CaseStanding = {
  readonly record: CaseRecord;
  /** Name of the agent of `record.lease`. */
  readonly leaseAgent: string | null;
  readonly verdict:
    | (CaseVerdict & { readonly byId: string; readonly by: string; readonly source: DecisionSource })
    | null;
  /** Agent who had the case last. */
  readonly lastAgent: string | null;
  /** Entries so far. */
  readonly version: number;
};

/** A case that nothing happened to yet. */
export const openStanding = (record: CaseRecord): CaseStanding => ({
  record,
  leaseAgent: null,
  verdict: null,
  lastAgent: null,
  version: 0,
});

const verdictAfter = (before: CaseStanding['verdict'], entry: CaseEntry): CaseStanding['verdict'] => {
  const { actorId, actor, source, action, verdict } = entry;
  if (action.kind === 'undo' || action.kind === 'reopen') return null;
  // The first of two decisions, and two that differ, decide nothing.
  if (action.kind === 'decideFirst' || action.kind === 'disagree') return before;
  if (verdict === null || source === 'Manager' || source === 'Log') return before;
  return { ...verdict, byId: actorId, by: actor, source };
};

/** What an entry makes of a case, or why it is refused. Commands, time-outs and rebuilds all go through this. */
export const standingAfter = (
  before: CaseStanding,
  entry: CaseEntry,
): { readonly standing: CaseStanding } | { readonly refusal: CaseRefusal } => {
  const { action, actor, atMs } = entry;
  const step = caseStep(before.record, action, atMs);
  if ('refusal' in step) return step;
  const { record } = step;
  const isTaken = action.kind === 'lease';
  const leaseAgent = action.kind === 'undo' ? before.lastAgent : isTaken ? actor : before.leaseAgent;
  return {
    standing: {
      record,
      leaseAgent: record.lease === null ? null : leaseAgent,
      verdict: verdictAfter(before.verdict, entry),
      lastAgent: isTaken ? actor : before.lastAgent,
      version: before.version + 1,
    },
  };
};

/**
 * The case after its entries. One that was refused where it stands now, because an event of the log came in between,
 * changes nothing but the version.
 */
export const foldCase = (opened: CaseRecord, entries: readonly CaseEntry[]): CaseStanding => {
  let standing = openStanding(opened);
  for (const entry of entries) {
    const next = standingAfter(standing, entry);
    standing = 'standing' in next ? next.standing : { ...standing, version: standing.version + 1 };
  }
  return standing;
};

/** The body of an entry as it is stored: the members of its action besides the kind, and the verdict. */
export const entryBody = ({
  action,
  verdict,
}: Pick<CaseEntry, 'action' | 'verdict'>): Readonly<Record<string, unknown>> => {
  const { kind: _kind, ...members } = action;
  return verdict === null ? members : { ...members, verdict };
};

/** What is stored of an entry. */
export type StoredCaseEntry = {
  readonly atMs: number;
  readonly actorId: string;
  readonly actor: string;
  readonly source: EntrySource;
  readonly action: string;
  readonly body: Readonly<Record<string, unknown>>;
};

/** An entry from what is stored of it. What else stands in the body, such as a note, is for people. */
export const storedEntry = (stored: StoredCaseEntry): CaseEntry => {
  const { action: kind, body, ...entry } = stored;
  const { verdict = null, ...members } = body as { readonly verdict?: CaseVerdict | null };
  return { ...entry, action: { kind, ...members } as unknown as CaseAction, verdict };
};
