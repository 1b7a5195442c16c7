import type { FunctionDetail, FunctionEvaluation, FunctionSummary, FunctionText } from '@redoubt/contracts';
import { allows, fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findFunction,
  functionStore,
  listFunctions,
  type StoredFunction,
  type StoredFunctionText,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { callSymbols } from '../symbols/plan-calls.ts';
import { readUsers, usersOf } from '../references/references.ts';
import { sampleDevice } from '../fingerprints/sample-device.ts';
import { requireSample, trialOf } from '../evaluation/evaluation-sample.ts';
import type { RuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { tagOf } from '../version-tag.ts';
import { evaluationLevels } from '../evaluation/evaluation-levels.ts';
import { functionSourceOf, storableFunctionText } from '../symbols/function-text.ts';
import { draftFacts, publicationFacts } from '../version-facts.ts';
import { inTransaction } from '../unit-of-work.ts';

const mayWriteFunctions = (context: EnvironmentContext): boolean =>
  allows(context.capabilities, 'functionsAndVelocities:write');

const callerOf = ({ reader, parts }: StoredReference): FunctionSummary['callers'][number] => ({
  kind: reader.kind as FunctionSummary['callers'][number]['kind'],
  id: reader.id,
  name: reader.name,
  environmentId: reader.environmentId,
  properties: [...parts],
});

const summaryOf = (
  stored: StoredFunction,
  hasDraft: boolean,
  callers: readonly StoredReference[],
): FunctionSummary => ({
  id: stored.id,
  name: stored.name,
  description: stored.description,
  status: stored.publishedVersion === null ? 'DraftOnly' : hasDraft ? 'PublishedWithDraft' : 'Published',
  publishedVersion: stored.publishedVersion,
  callers: callers.map(callerOf),
  changed: { by: stored.changedBy, at: stored.changedAt.toISOString() },
  version: tagOf(stored.version),
});

/** The functions of an environment, by name. */
export const getFunctions = (
  context: EnvironmentContext,
): Promise<{ readonly functions: FunctionSummary[]; readonly canWrite: boolean }> =>
  inTransaction(context, async (trx) => {
    const callersOf = await readUsers(trx, 'function', context.environmentId);
    const functions: FunctionSummary[] = [];
    for (const stored of await listFunctions(trx, context.environmentId)) {
      const hasDraft = (await functionStore.findDraft(trx, stored.id)) !== undefined;
      functions.push(summaryOf(stored, hasDraft, callersOf(stored.name)));
    }
    return { functions, canWrite: mayWriteFunctions(context) };
  });

const textOf = ({ parameters, outputs, samplePayload }: StoredFunctionText): FunctionText => ({
  parameters: parameters.map((parameter) => ({ ...parameter })),
  outputs: outputs.map((output) => ({ ...output })),
  samplePayload,
});

/** One function as its page shows it; also the answer of every command that changes it. Throws FUNCTION-UNKNOWN. */
export const readFunction = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  functionId: Id,
): Promise<FunctionDetail> => {
  const stored = await findFunction(trx, context.environmentId, functionId);
  if (!stored) throw fail('FUNCTION-UNKNOWN', { id: functionId });
  const draft = await functionStore.findDraft(trx, functionId);
  const versions = await functionStore.readVersions(trx, functionId);
  const callers = await usersOf(trx, 'function', context.environmentId, stored.name);
  return {
    ...summaryOf(stored, draft !== undefined, callers),
    draft: draft
      ? {
          ...textOf(draft),
          ...draftFacts(draft),
        }
      : null,
    versions: versions.map((version) => ({
      ...textOf(version),
      ...publicationFacts(version),
    })),
    canWrite: mayWriteFunctions(context),
  };
};

/** One function. Throws FUNCTION-UNKNOWN. */
export const getFunction = (context: EnvironmentContext, functionId: Id): Promise<FunctionDetail> =>
  inTransaction(context, (trx) => readFunction(trx, context, functionId));

/**
 * What each output of a text comes to for the sample and the defaults of its parameters, with the stored lists and
 * functions; velocities are 0. Throws RULE-EVALUATION-TIMEOUT, and REQ-INVALID for a text that cannot be kept or a sample
 * that is not a JSON object.
 */
export const evaluateFunction = async (
  context: EnvironmentContext,
  evaluator: RuleEvaluator,
  input: { readonly name: string; readonly text: FunctionText },
): Promise<FunctionEvaluation> => {
  const stored = storableFunctionText(input.text);
  const payload = requireSample(stored.samplePayload);
  const { job, known, reachable, velocities, path, load } = await evaluationLevels(context);
  return evaluator.evaluate(
    context,
    {
      kind: 'function',
      ...job,
      device: await sampleDevice(context, path, payload),
      source: functionSourceOf(input.name, stored),
      symbols: {
        ...symbolsOf('purchase', known, velocities, callSymbols(job.callable)),
        functions: reachable,
        limits: context.limits ?? {},
      },
      functions: job.functions.filter(({ name }) => name.toLowerCase() !== input.name.toLowerCase()),
      ...trialOf(context, payload),
    },
    load,
  );
};
