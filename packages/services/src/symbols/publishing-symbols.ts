import { nameKey, type AssessmentName } from '@redoubt/domain';
import type { SymbolTable, RuleKind } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { listLists, listPublishedVelocitySets, type Database, type TenantTransaction } from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import { assessmentNamed } from '../assessment-kinds/assessment-names.ts';
import { findEnvironment } from '../environments/find-environment.ts';
import { callSymbols, readCallables } from './plan-calls.ts';
import { type FunctionPath, reachableFunctions, readFunctionPath } from './reachable-functions.ts';
import type { Limits } from '../limits.ts';
import { readableVelocities } from './readable-velocities.ts';
import { readGraphNames } from './graph-texts.ts';
import { velocitySymbolsOf } from './velocity-symbols.ts';
import { readAttributes } from './assessment-symbols.ts';
import { symbolsOf } from './schema-symbols.ts';

/** What publishing checks a rule of an assessment with, as the environment is now. @throws `ASSESSMENT-UNKNOWN`. */
export const readRuleSymbols = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
  path: FunctionPath,
  limits?: Limits,
): Promise<SymbolTable> => {
  const velocities = readableVelocities(await listPublishedVelocitySets(trx, environmentId));
  return {
    ...symbolsOf(
      await readAttributes(trx, environmentId, assessment),
      await listLists(trx, environmentId),
      velocities.map(({ name }) => name),
      callSymbols(await readCallables(trx, environmentId)),
    ),
    ...(await readGraphNames(trx, environmentId)),
    functions: reachableFunctions(path),
    limits: limits ?? {},
  };
};

/** What the texts of a velocity set of that name are checked with: names of velocities of other sets are taken. */
const readVelocitySymbols = async (
  trx: TenantTransaction,
  environmentId: Id,
  setName: string,
  limits?: Limits,
): Promise<SymbolTable> => {
  const published = await listPublishedVelocitySets(trx, environmentId);
  const others = published.filter(({ name }) => nameKey(name) !== nameKey(setName));
  const taken = readableVelocities(others).map(({ name }) => name);
  const defined = await readAssessmentsInTree(trx, environmentId);
  const functions = reachableFunctions(await readFunctionPath(trx, environmentId));
  const lists = await listLists(trx, environmentId);
  return { ...velocitySymbolsOf(lists, taken, defined, functions), limits: limits ?? {} };
};

export type PublishingSymbolsOptions = {
  readonly database: Database;
  /** Id of an environment, or its name where only one has it. */
  readonly environment: string;
  /** API name of the assessment whose events the texts read; functions are checked as texts of purchases. */
  readonly assessment: string;
  readonly kind: RuleKind;
  /** Name of the rule, set or function that the texts belong to. */
  readonly name: string;
  readonly limits?: Limits;
};

/**
 * What publishing would check texts with, for an operator beside the server. Nothing is written.
 *
 * @throws `ENV-UNKNOWN`, `ASSESSMENT-UNKNOWN`.
 */
export const publishingSymbols = async (options: PublishingSymbolsOptions): Promise<SymbolTable> => {
  const { database, environment, assessment, kind, name, limits } = options;
  const { tenantId, id } = await findEnvironment(database, environment);
  return database.readTenant(tenantId, async (trx) =>
    kind === 'velocity'
      ? readVelocitySymbols(trx, id, name, limits)
      : readRuleSymbols(
          trx,
          id,
          kind === 'function' ? 'purchase' : await assessmentNamed(trx, id, assessment),
          await readFunctionPath(trx, id),
          limits,
        ),
  );
};
