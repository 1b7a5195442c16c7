import type { EventDetail, EventRouting, EventTraceRule, EventTraceStep } from '@redoubt/contracts';
import { factsOf } from '../authoring/evaluation/chips.ts';
import { codeLines, type CodePiece } from './rule-code.ts';
import { rangeOf, termsOf, Values, type Range, type Value } from './terms.ts';

export type Read = EventTraceStep['reads'][number];

/** What a condition asked and whether it held; null where that was not needed. */
export type Held = { readonly text: string; readonly holds: boolean | null };

export type TraceLine = {
  readonly pieces: readonly CodePiece[];
  readonly reads: readonly Read[];
  /** Velocities, lists, calls, functions and variables with what they came to. */
  readonly facts: readonly { readonly text: string; readonly value: unknown }[];
  /** The terms that end on the line. */
  readonly terms: readonly Held[];
};

/** Paths are compared as rules compare them: without case. */
export const pathKey = (path: string): string => path.toLowerCase();

const heldTerms = (code: string, values: Values): readonly (Held & Range)[] =>
  termsOf(code).flatMap(({ alternatives, pieces }) =>
    (alternatives.length > 1 ? alternatives : [pieces]).map((each) => {
      const value = values.of(each);
      const { from, to } = rangeOf(each);
      return { from, to, text: code.slice(from, to), holds: typeof value === 'boolean' ? value : null };
    }),
  );

/**
 * The lines of a step with what each one read: a value stands beside the first line that names its attribute, and on the
 * last line where none does.
 */
export const traceLines = (
  step: Pick<EventTraceStep, 'code' | 'reads'>,
  values: readonly Value[] = [],
): readonly TraceLine[] => {
  const { code } = step;
  const terms = values.length === 0 ? [] : heldTerms(code, new Values(values));
  // A term that is one call says itself whether it held.
  const isTerm = ({ from, to }: Range): boolean => terms.some((term) => term.to === to && from - term.from < 2);
  const facts = factsOf(values.map((each) => ({ ...each, text: code.slice(each.from, each.to) }))).filter(
    (fact) => !fact.composed && !/^@@?\s*["\w]/u.test(fact.text) && !(typeof fact.value === 'boolean' && isTerm(fact)),
  );
  const left = new Map(step.reads.map((read) => [pathKey(read.path), read]));
  const lines = codeLines(step.code).map((pieces): TraceLine => {
    const reads = pieces.flatMap((piece): readonly Read[] => {
      const read = piece.path === undefined ? undefined : left.get(pathKey(piece.path));
      if (read) left.delete(pathKey(read.path));
      return read ? [read] : [];
    });
    const { from, to } = rangeOf(pieces);
    const isHere = (place: Range): boolean => place.to > from && place.to <= to;
    return { pieces, reads, facts: facts.filter(isHere), terms: terms.filter(isHere) };
  });
  const last = lines.at(-1);
  if (left.size === 0 || !last) return lines;
  return [...lines.slice(0, -1), { ...last, reads: [...last.reads, ...left.values()] }];
};

export type TraceGroup = {
  readonly environmentId: string;
  readonly environmentName: string;
  readonly rules: readonly EventTraceRule[];
};

/** The rules by environment, in the order they ran. */
export const traceGroups = (trace: readonly EventTraceRule[]): readonly TraceGroup[] => {
  const groups: TraceGroup[] = [];
  for (const rule of trace) {
    const last = groups.at(-1);
    if (last?.environmentId === rule.environmentId)
      groups[groups.length - 1] = { ...last, rules: [...last.rules, rule] };
    else groups.push({ environmentId: rule.environmentId, environmentName: rule.environmentName, rules: [rule] });
  }
  return groups;
};

export type Deciding = { readonly rule: EventTraceRule; readonly step: EventTraceStep };

/** The clause that decided, where one did. */
export const decidingClause = (detail: Pick<EventDetail, 'trace'>): Deciding | undefined => {
  const rule = detail.trace.find((each) => each.outcome === 'decided');
  const step = rule?.steps.find((each) => each.outcome === 'fired' && each.decision !== null);
  return rule && step ? { rule, step } : undefined;
};

/** The clause that chose the queue, where one did. */
export const routingClause = ({ trace, clause }: EventRouting): Deciding | undefined => {
  const rule = trace.find((each) => each.outcome === 'decided');
  const step = rule?.steps.find((each) => each.outcome === 'fired' && each.name === clause);
  return rule && step ? { rule, step } : undefined;
};

/** Every path some rule read, routing rules among them, for marking the facts. */
export const pathsRead = ({ trace, routing }: Pick<EventDetail, 'trace' | 'routing'>): ReadonlySet<string> =>
  new Set(
    [...trace, ...(routing?.trace ?? [])].flatMap((rule) =>
      rule.steps.flatMap((step) => step.reads.map((read) => pathKey(read.path))),
    ),
  );

/** Rules that ran: all that were reached. */
export const rulesRun = (trace: readonly EventTraceRule[]): number =>
  trace.filter((rule) => rule.outcome !== 'notReached').length;
