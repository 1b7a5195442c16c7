import { fail, type FunctionDefinition } from '@redoubt/domain';
import type { RuleReferences } from '@redoubt/fql';
import type { Json } from '@redoubt/kernel';
import {
  insertFunctionVersion,
  listFunctionVersions,
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  saveReferences,
  updateFunction,
  type PublishedFunction,
  type StoredFunction,
  type StoredFunctionText,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { refuseCycles } from '../external-assessments/call-cycles.ts';
import { callSymbols, readCallables } from '../symbols/plan-calls.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { failAt, type Problem } from '../problems.ts';
import { textReferences } from '../references/text-references.ts';
import { compileText } from '../texts/compile-text.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { functionHash, functionSourceOf } from '../symbols/function-text.ts';
import { reachableFunctions, readFunctionPaths, type FunctionPath } from '../symbols/reachable-functions.ts';
import { refuseBreakingCallers } from './refuse-breaking-callers.ts';

/** What a new version says about itself, and what it may break. */
export type FunctionPublication = {
  readonly description: string;
  readonly note: string;
  /** Older version whose text it brings back. */
  readonly restores: number | null;
  /** Publish although callers read what goes: they read its default from then on, until they are published anew. */
  readonly acceptBreaking: boolean;
};

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

const shownText = ({ parameters, outputs }: FunctionDefinition): Record<string, Json> => ({ parameters, outputs });

/**
 * Makes a text the version of a function that its callers read from the next event on. The caller has moved the plan on
 * and taken the function. Throws FUNCTION-NOT-PUBLISHABLE, FUNCTION-LIMIT, EXTERNAL-ASSESSMENT-CIRCLE,
 * FUNCTION-NOT-COUNTABLE where a velocity set could not count by it any more, and FUNCTION-IN-USE or
 * FUNCTION-SCORE-EARLY where callers lose what they read and `acceptBreaking` is not set.
 */
export const publishFunctionText = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  stored: StoredFunction,
  text: StoredFunctionText,
  { description, note, restores, acceptBreaking }: FunctionPublication,
): Promise<void> => {
  const { tenantId, environmentId, limits = DEFAULT_LIMITS } = context;
  const changed = changedBy(context);
  const published = await listPublishedFunctions(trx);
  const { functionsPerEnvironment: max } = limits;
  const here = published.filter((each) => each.environmentId === environmentId);
  if (stored.publishedVersion === null && here.length >= max) throw fail('FUNCTION-LIMIT', { max });
  const pathsBefore = await readFunctionPaths(trx, published);
  const pathsAfter = await readFunctionPaths(trx, withText(published, stored, text));
  const references = await checkText(trx, context, stored, text, pathsAfter(environmentId));
  const before = (await listFunctionVersions(trx, stored.id))[0];
  const accepted =
    before && !context.referencesAreCheckedAfterwards
      ? await refuseBreakingCallers(trx, context, {
          stored,
          before,
          after: text,
          pathsBefore,
          pathsAfter,
          acceptBreaking,
        })
      : null;
  const version = (before?.version ?? 0) + 1;
  const { parameters, outputs, samplePayload } = text;
  await insertFunctionVersion(trx, tenantId, stored.id, {
    parameters,
    outputs,
    samplePayload,
    version,
    contentHash: functionHash(stored.name, text),
    publishedBy: changed.by,
    publishedAt: changed.at,
    note,
    restores,
  });
  const reader = { kind: 'function', id: stored.id, environmentId } as const;
  await saveReferences(trx, tenantId, reader, textReferences(references, environmentId, pathsBefore(environmentId)));
  await requireSecondPerson(trx, context);
  await updateFunction(trx, stored.id, { description, publishedVersion: version }, changed);
  if (references.assessments.length + references.called.length > 0)
    await refuseCycles(trx, { called: { environmentId, name: stored.name } });
  await recordActivity(trx, context, {
    operation: restores === null ? 'Publish' : 'RollBack',
    type: 'Function',
    id: stored.id,
    name: stored.name,
    environmentId,
    original: before ? { version: before.version, ...shownText(before) } : null,
    modified: {
      version,
      note,
      ...(restores === null ? {} : { restores }),
      ...(accepted === null ? {} : { accepted: { ...accepted } as unknown as Json }),
      ...shownText(text),
    },
  });
};
