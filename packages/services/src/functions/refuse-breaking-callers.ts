import { breakingChanges, fail, nameKey, type AssessmentName, type FunctionDefinition } from '@redoubt/domain';
import type { RuleSource } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listReferences,
  listRuleTextsInForce,
  type StoredFunction,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import { readRuleSymbols } from '../symbols/publishing-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { stagedSourceOf } from '../symbols/rule-text.ts';
import { checkApart } from '../texts/compile-text.ts';
import { userNames } from '../references/references.ts';
import { readsOn, type FunctionPath, type PathReads } from '../symbols/reachable-functions.ts';

/** Reads of functions in the whole tenant, by what is read. */
type CallersOf = (environmentId: Id, name: string) => readonly StoredReference[];

const keyOf = (environmentId: Id, name: string): string => `${environmentId} ${nameKey(name)}`;

const readCallers = async (trx: TenantTransaction): Promise<CallersOf> => {
  const byFunction = Map.groupBy(await listReferences(trx, { kinds: ['function'] }), ({ environmentId, name }) =>
    keyOf(environmentId, name),
  );
  return (environmentId, name) => byFunction.get(keyOf(environmentId, name)) ?? [];
};

/** Another text for a published function, and every path before and after it. */
export type FunctionChange = {
  readonly stored: StoredFunction;
  readonly before: FunctionDefinition;
  readonly after: FunctionDefinition;
  readonly pathsBefore: (environmentId: Id) => FunctionPath;
  readonly pathsAfter: (environmentId: Id) => FunctionPath;
  readonly acceptBreaking: boolean;
};

/** Every read that comes to a function, of itself or of functions that lead to it. */
const distantCallers = (callersOf: CallersOf, changed: StoredFunction): readonly StoredReference[] => {
  const seen = new Set<string>();
  const waiting: Pick<StoredFunction, 'environmentId' | 'name'>[] = [changed];
  const found: StoredReference[] = [];
  for (let called = waiting.pop(); called !== undefined; called = waiting.pop()) {
    const key = keyOf(called.environmentId, called.name);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const caller of callersOf(called.environmentId, called.name)) {
      found.push(caller);
      if (caller.reader.kind === 'function') waiting.push(caller.reader);
    }
  }
  return found;
};

/** What a text reads that goes, and who reads it. */
const readsThatGo = (callersOf: CallersOf, { stored, before, after }: FunctionChange) => {
  const broken = breakingChanges(before, after);
  const keys = new Set(broken.map((name) => name.toLowerCase()));
  const callers = callersOf(stored.environmentId, stored.name).filter(
    ({ parts }) => keys.has('(…)') || parts.some((output) => keys.has(output.toLowerCase())),
  );
  return { outputs: broken, callers: userNames(callers) };
};

/** Reads of the paths, each worked out once. */
const readsBy = (paths: FunctionChange['pathsAfter']): ((environmentId: Id) => PathReads) => {
  const known = new Map<Id, PathReads>();
  return (environmentId) => {
    const reads = known.get(environmentId) ?? readsOn(paths(environmentId));
    known.set(environmentId, reads);
    return reads;
  };
};

/** Refuses what no velocity may read where a set reads it: there is no value that it could go on with. */
const refuseUncountable = (callers: readonly StoredReference[], { stored, pathsAfter }: FunctionChange): void => {
  const readsIn = readsBy(pathsAfter);
  const ways: string[] = [];
  const sets = callers.filter((caller) => {
    if (caller.reader.kind !== 'velocitySet') return false;
    const { uncountableOf } = readsIn(caller.reader.environmentId);
    const way = caller.parts.flatMap((output) => {
      const read = uncountableOf(caller, output);
      return read ? [[`Functions.${caller.name}.${output}`, ...read.chain].join(' → ')] : [];
    });
    ways.push(...way);
    return way.length > 0;
  });
  if (sets.length === 0) return;
  throw fail('FUNCTION-NOT-COUNTABLE', {
    name: stored.name,
    sets: userNames(sets),
    reads: [...new Set(ways)],
  });
};

const EARLY = new Set(['FQL-SCORE-IN-CONDITION', 'FQL-BOT-SCORE-EARLY', 'FQL-RISK-SCORE-EARLY']);

/** Where a text reads a score before it is known. */
const earlyIn = async (
  context: EnvironmentContext,
  source: RuleSource,
  symbols: Awaited<ReturnType<typeof readRuleSymbols>>,
): Promise<readonly string[]> => {
  const { diagnostics } = await checkApart(context, source, symbols);
  return diagnostics.flatMap(({ code, part, from }) => (EARLY.has(code) ? [`${code} ${part} ${from}`] : []));
};

/** Rules that call the function before a score is known that it begins to read. */
const readBeforeScores = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  callers: readonly StoredReference[],
  { pathsBefore, pathsAfter }: FunctionChange,
): Promise<readonly string[]> => {
  const [before, after] = [readsBy(pathsBefore), readsBy(pathsAfter)];
  const readMore = callers.filter(
    (caller) =>
      caller.reader.kind === 'rule' &&
      caller.parts.some(
        (output) =>
          after(caller.reader.environmentId).scoresOf(caller, output).length >
          before(caller.reader.environmentId).scoresOf(caller, output).length,
      ),
  );
  const ruleIds = readMore.map(({ reader }) => reader.id);
  const texts = new Map((await listRuleTextsInForce(trx, ruleIds)).map((text) => [text.id, text]));
  const early: StoredReference[] = [];
  for (const caller of readMore) {
    const { id, environmentId } = caller.reader;
    const text = texts.get(id);
    if (text === undefined || early.some(({ reader }) => reader.id === id)) continue;
    const assessment = text.assessment as AssessmentName;
    const source = stagedSourceOf(text, text.type, assessment);
    const earlyOn = async (paths: FunctionChange['pathsAfter']) =>
      earlyIn(
        context,
        source,
        await readRuleSymbols(trx, environmentId, assessment, paths(environmentId), context.limits),
      );
    const known = new Set(await earlyOn(pathsBefore));
    if ((await earlyOn(pathsAfter)).some((place) => !known.has(place))) early.push(caller);
  }
  return userNames(early);
};

/** What was accepted although callers lose it: outputs that go, by whom they are read, and who reads a score too early. */
export type AcceptedChange = {
  readonly outputs: readonly string[];
  readonly readers: readonly string[];
  readonly readBeforeScore: readonly string[];
};

/**
 * Refuses a text that published texts could not go on with, and says what was accepted; null where nothing was. Throws FUNCTION-NOT-COUNTABLE with the velocity sets that
 * would read what no velocity may; and FUNCTION-IN-USE and FUNCTION-SCORE-EARLY, which `acceptBreaking` lets pass: callers
 * then read the default that an output had, and scores as the event carries them.
 */
export const refuseBreakingCallers = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  change: FunctionChange,
): Promise<AcceptedChange | null> => {
  const callersOf = await readCallers(trx);
  const callers = distantCallers(callersOf, change.stored);
  refuseUncountable(callers, change);
  const { stored, acceptBreaking } = change;
  const { name } = stored;
  const { outputs, callers: readers } = readsThatGo(callersOf, change);
  if (readers.length > 0 && !acceptBreaking) throw fail('FUNCTION-IN-USE', { name, outputs, callers: readers });
  const readBeforeScore = await readBeforeScores(trx, context, callers, change);
  if (readBeforeScore.length > 0 && !acceptBreaking)
    throw fail('FUNCTION-SCORE-EARLY', { name, callers: readBeforeScore });
  if (readers.length + readBeforeScore.length === 0) return null;
  return { outputs: readers.length > 0 ? outputs : [], readers, readBeforeScore };
};
