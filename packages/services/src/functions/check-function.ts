import { fail } from '@redoubt/domain';
import type { RuleReferences } from '@redoubt/fql';
import {
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  type PublishedFunction,
  type StoredFunction,
  type StoredFunctionText,
  type StoredFunctionVersion,
  type TenantTransaction,
  type VersionStamp,
} from '@redoubt/storage';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { refuseCycles } from '../external-assessments/call-cycles.ts';
import { callSymbols, readCallables } from '../symbols/plan-calls.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { failAt, type Problem } from '../problems.ts';
import { textReferences } from '../references/text-references.ts';
import type { Checked, Publishing } from '../resources/versioned-resource.ts';
import { compileText } from '../texts/compile-text.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { functionHash, functionSourceOf } from '../symbols/function-text.ts';
import { reachableFunctions, readFunctionPaths, type FunctionPath } from '../symbols/reachable-functions.ts';
import { refuseBreakingCallers } from './refuse-breaking-callers.ts';
import { guard } from '../unit-of-work.ts';

/** What publishing a function chooses. */
export type FunctionChoice = {
  /** Publish although callers read what goes: they read its default from then on, until they are published anew. */
  readonly acceptBreaking: boolean;
};

/** What a version of a function keeps. */
export type FunctionContent = Omit<StoredFunctionVersion, keyof VersionStamp>;

/** The functions of the tenant with one as it would be, so that cycles through its new text are found. */
const withText = (
  published: readonly PublishedFunction[],
  stored: StoredFunction,
  text: StoredFunctionText,
): readonly PublishedFunction[] => {
  const own = published.find(({ id }) => id === stored.id);
  const drafted: PublishedFunction = {
    ...stored,
    ...text,
    version: (own?.version ?? 0) + 1,
    contentHash: '',
    publishedBy: '',
    publishedAt: stored.changedAt,
    note: '',
    restores: null,
  };
  return [...published.filter(({ id }) => id !== stored.id), drafted];
};

/** What the text names; throws FUNCTION-NOT-PUBLISHABLE with every error of the checker. */
const checkText = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { name, environmentId }: StoredFunction,
  text: StoredFunctionText,
  path: FunctionPath,
): Promise<RuleReferences> => {
  const sets = await listPublishedVelocitySets(trx, environmentId);
  const velocities = readableVelocities(sets).map((velocity) => velocity.name);
  const symbols = {
    ...symbolsOf(
      'purchase',
      await listLists(trx, environmentId),
      velocities,
      callSymbols(await readCallables(trx, environmentId)),
    ),
    functions: reachableFunctions(path),
    limits: context.limits ?? DEFAULT_LIMITS,
  };
  const compiled = await compileText(context, functionSourceOf(name, text), symbols);
  const problems: Problem[] = [...compiled.problems];
  if (text.outputs.length === 0) problems.push({ path: 'outputs', message: 'there is none' });
  if (problems.length > 0) throw failAt('FUNCTION-NOT-PUBLISHABLE', { name, count: problems.length }, problems);
  return compiled.references;
};

/**
 * Checks a text that callers would read from the next event on. Throws FUNCTION-NOT-PUBLISHABLE, FUNCTION-LIMIT,
 * EXTERNAL-ASSESSMENT-CIRCLE, FUNCTION-NOT-COUNTABLE where a velocity set could not count by it any more, and
 * FUNCTION-IN-USE or FUNCTION-SCORE-EARLY where callers lose what they read and `acceptBreaking` is not set.
 */
export const checkFunction = async ({
  trx,
  context,
  stored,
  text,
  before,
  publication: { acceptBreaking },
}: Publishing<StoredFunction, StoredFunctionText, FunctionContent, FunctionChoice>): Promise<
  Checked<FunctionContent>
> => {
  const { environmentId, limits = DEFAULT_LIMITS } = context;
  const published = await listPublishedFunctions(trx);
  const { functionsPerEnvironment: max } = limits;
  const here = published.filter((each) => each.environmentId === environmentId);
  if (!before && here.length >= max) throw fail('FUNCTION-LIMIT', { max });
  const pathsBefore = await readFunctionPaths(trx, published);
  const pathsAfter = await readFunctionPaths(trx, withText(published, stored, text));
  const references = await checkText(trx, context, stored, text, pathsAfter(environmentId));
  const change = before && { stored, before, after: text, pathsBefore, pathsAfter, acceptBreaking };
  const accepted =
    change === undefined
      ? null
      : await guard(
          context,
          () => refuseBreakingCallers(trx, context, change),
          // Callers may change together with it: whether they still compile is what checking every text says.
          async () => {
            const paths = await readFunctionPaths(trx, await listPublishedFunctions(trx));
            await refuseBreakingCallers(trx, context, { ...change, pathsAfter: paths, acceptBreaking: true });
          },
        );
  return {
    content: { ...text, contentHash: functionHash(stored.name, text) },
    references: textReferences(references, environmentId, pathsBefore(environmentId)),
    logged: accepted === null ? {} : { accepted: { ...accepted } },
    finish: async () => {
      if (references.assessments.length + references.called.length > 0)
        await refuseCycles(trx, { called: { environmentId, name: stored.name } });
    },
  };
};
