import type { FunctionDetail } from '@redoubt/contracts';
import { breakingChanges, fail, type FunctionDefinition } from '@redoubt/domain';
import type { RuleReferences } from '@redoubt/fql';
import type { Id, Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteFunctionDraft,
  findFunctionDraft,
  insertFunctionVersion,
  listFunctionVersions,
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  saveReferences,
  updateFunction,
  type StoredFunction,
  type StoredFunctionText,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { refuseCycles } from '../external-assessments/call-cycles.ts';
import { callSymbols, readCallables } from '../external-calls/plan-calls.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';
import { userNames, usersOf } from '../references/references.ts';
import { textReferences } from '../references/text-references.ts';
import { takeResource } from '../resources/resource.ts';
import { readableVelocities } from '../velocities/readable-velocities.ts';
import { compileText } from '../texts/compile-text.ts';
import { functionResource } from './function-resource.ts';
import { functionHash, functionSourceOf } from './function-text.ts';
import { readFunction } from './functions.queries.ts';
import { reachableFunctions, readFunctionPath, type FunctionPath } from './reachable-functions.ts';

/** The path with the function as it would be, so that cycles through its new text are found. */
const withDraft = (path: FunctionPath, stored: StoredFunction, draft: StoredFunctionText): FunctionPath =>
  path.map((level) => {
    if (level.environmentId !== stored.environmentId) return level;
    const others = level.functions.filter(({ id }) => id !== stored.id);
    const own = level.functions.find(({ id }) => id === stored.id);
    const drafted = {
      ...stored,
      ...draft,
      version: (own?.version ?? 0) + 1,
      contentHash: '',
      uses: own?.uses ?? [],
      publishedBy: '',
      publishedAt: stored.changedAt,
      note: '',
    };
    return { ...level, functions: [...others, drafted] };
  });

/** What the draft names; throws FUNCTION-NOT-PUBLISHABLE with every error of the checker. */
const checkDraft = async (
  trx: TenantTransaction,
  stored: StoredFunction,
  draft: StoredFunctionText,
  {
    context,
    path,
    limits,
  }: {
    readonly context: EnvironmentContext;
    readonly path: FunctionPath;
    readonly limits: Limits;
  },
): Promise<RuleReferences> => {
  const { environmentId, name } = stored;
  const sets = await listPublishedVelocitySets(trx, environmentId);
  const velocities = readableVelocities(sets).map((velocity) => velocity.name);
  const symbols = {
    ...symbolsOf(
      'purchase',
      await listLists(trx, environmentId),
      velocities,
      callSymbols(await readCallables(trx, environmentId)),
    ),
    functions: reachableFunctions(withDraft(path, stored, draft)),
    limits,
  };
  const compiled = await compileText(context, functionSourceOf(name, draft), symbols);
  const problems: Problem[] = [...compiled.problems];
  if (draft.outputs.length === 0) problems.push({ path: 'outputs', message: 'there is none' });
  if (problems.length > 0) throw failAt('FUNCTION-NOT-PUBLISHABLE', { name, count: problems.length }, problems);
  return compiled.references;
};

/** Refuses to take away what a caller reads. */
const refuseBreaking = async (
  trx: TenantTransaction,
  stored: StoredFunction,
  before: FunctionDefinition,
  after: FunctionDefinition,
): Promise<void> => {
  const broken = breakingChanges(before, after);
  if (broken.length === 0) return;
  const keys = new Set(broken.map((name) => name.toLowerCase()));
  const everyCaller = keys.has('(…)');
  const callers = (await usersOf(trx, 'function', stored.environmentId, stored.name)).filter(
    ({ parts }) => everyCaller || parts.some((output) => keys.has(output.toLowerCase())),
  );
  if (callers.length === 0) return;
  throw fail('FUNCTION-IN-USE', { name: stored.name, outputs: broken, callers: userNames(callers) });
};

/**
 * Publishes the draft: texts of the environment and of those below may call it. Throws FUNCTION-UNKNOWN, FUNCTION-STALE,
 * FUNCTION-NO-DRAFT, FUNCTION-NOT-PUBLISHABLE, FUNCTION-LIMIT, and FUNCTION-IN-USE where a caller reads what the draft
 * no longer has and `acceptBreaking` is not set.
 */
export const publishFunction = async (
  context: EnvironmentContext,
  functionId: Id,
  input: {
    readonly version: string;
    readonly description: string;
    readonly note: string;
    /** Publish although callers read what goes: they read its default from then on, until they are published anew. */
    readonly acceptBreaking?: boolean | undefined;
  },
): Promise<FunctionDetail> => {
  const { database, tenantId, environmentId } = context;
  const { description, note } = input;
  requireClean({ 'body.description': description, 'body.note': note });
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    // From here on no other transaction publishes in this tenant, so what is checked is what gets published.
    await advancePlanHead(trx, tenantId, changed.at);
    const stored = await takeResource(functionResource, trx, environmentId, functionId, input.version);
    const draft = await findFunctionDraft(trx, functionId);
    if (!draft) throw fail('FUNCTION-NO-DRAFT', { name: stored.name });
    const published = await listPublishedFunctions(trx, environmentId);
    const { limits = DEFAULT_LIMITS } = context;
    const { functionsPerEnvironment: max } = limits;
    if (stored.publishedVersion === null && published.length >= max) throw fail('FUNCTION-LIMIT', { max });
    const path = await readFunctionPath(trx, environmentId);
    const references = await checkDraft(trx, stored, draft, {
      context,
      path,
      limits,
    });
    const before = (await listFunctionVersions(trx, functionId))[0];
    if (before && !context.referencesAreCheckedAfterwards && !input.acceptBreaking) {
      await refuseBreaking(trx, stored, before, draft);
    }
    const version = (before?.version ?? 0) + 1;
    const { parameters, outputs, samplePayload } = draft;
    await insertFunctionVersion(trx, tenantId, functionId, {
      parameters,
      outputs,
      samplePayload,
      version,
      contentHash: functionHash(stored.name, draft),
      publishedBy: changed.by,
      publishedAt: changed.at,
      note,
    });
    const reader = { kind: 'function', id: functionId, environmentId } as const;
    await saveReferences(trx, tenantId, reader, textReferences(references, environmentId, path));
    await requireSecondPerson(trx, context);
    await deleteFunctionDraft(trx, functionId);
    await updateFunction(trx, functionId, { description, publishedVersion: version }, changed);
    const textOf = (text: FunctionDefinition): Record<string, Json> => ({
      parameters: text.parameters,
      outputs: text.outputs,
    });
    if (references.assessments.length + references.called.length > 0)
      await refuseCycles(trx, { called: { environmentId, name: stored.name } });
    await recordActivity(trx, context, {
      operation: 'Publish',
      type: 'Function',
      id: functionId,
      name: stored.name,
      environmentId,
      original: before ? { version: before.version, ...textOf(before) } : null,
      modified: { version, note, ...textOf(draft) },
    });
    return readFunction(trx, context, functionId);
  });
};
