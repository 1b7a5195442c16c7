import { CAPABILITIES, CREATION_TIME_MS, fail, type Access, type Capability } from '@redoubt/domain';
import { isAppError, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteCreation,
  findCreation,
  listEnvironments,
  type Database,
  type EnvironmentCreation,
  type EnvironmentRecord,
  type TenantTransaction,
} from '@redoubt/storage';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import type { ConfigurationProblem } from '../configuration/configuration-file.ts';
import { importConfiguration } from '../configuration/import-configuration.command.ts';
import { sentenceOf } from '../configuration/refusal.ts';
import type { EnvironmentContext, ServiceContext } from '../context.ts';
import { activateEnvironment } from '../environment-management/activate-environment.ts';
import { followTransition } from '../environment-management/follow-transition.ts';
import type { JobRun, JobRunner } from '../jobs/job-runner.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { createSupportRules } from '../rules/system-rules.ts';
import { inTransaction, within } from '../unit-of-work.ts';
import { NOT_IN_TEMPLATES, ONLY_IN_ROOTS } from './template-files.ts';

const KIND = 'environmentCreation' as const;
const ACTOR = { kind: 'system', id: 'environment-creation', name: 'Redoubt' } as const;

/** Why a creation failed, as people read it: known sentences are translated, places in files stay as they are. */
const TOO_LONG = 'Creating it took more than an hour.';
const BROKEN = 'A step failed; the log of the server says which.';

/** Stands for every secret of a template until a person enters the real one. */
const NO_SECRET = 'not set';

const ALLOWED = Object.fromEntries(CAPABILITIES.map((capability) => [capability, 'write'])) as Record<
  Capability,
  Access
>;

const findEnvironment = async (trx: TenantTransaction, id: Id): Promise<EnvironmentRecord | undefined> =>
  (await listEnvironments(trx)).find((each) => each.id === id);

/** Says that a creation failed, and tells those who manage environments. */
const failed = async (trx: TenantTransaction, context: ServiceContext, id: Id, reason: string): Promise<void> => {
  await followTransition(trx, context, id, 'workerStarted');
  const before = await followTransition(trx, context, id, 'creationFailed', reason);
  if (before === undefined) return;
  await raiseNotice(trx, context, {
    code: 'ENVIRONMENT-CREATE-FAILED',
    severity: 'Error',
    params: { name: before.name, reason },
    link: `/environments?open=${id}`,
    // Notices of an environment reach only those who can open it, so that the notice goes to its parent.
    environmentId: before.parentId,
  });
};

/** Files that an environment cannot start with. */
class Refused extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super('the files of the template are refused');
    this.problems = problems;
  }
}

const MOST_TOLD = 3;

const told = (problems: readonly ConfigurationProblem[]): string => {
  const places = problems
    .slice(0, MOST_TOLD)
    .map(({ path, line, message }) => (path === '' ? message : `${path}${line === 0 ? '' : `:${line}`}: ${message}`));
  return [...places, ...(problems.length > MOST_TOLD ? ['…'] : [])].join('\n');
};

type Means = { readonly calls: ExternalCalls; readonly report: JobRun['report'] };

/** Brings in what the environment starts with. @throws `Refused`. */
const bringIn = async (
  context: EnvironmentContext,
  files: EnvironmentCreation['files'],
  { isRoot, calls, report }: Means & { readonly isRoot: boolean },
): Promise<void> => {
  if (files.length === 0) return;
  const { problems } = await importConfiguration(context, {
    files,
    prune: false,
    without: isRoot ? NOT_IN_TEMPLATES : [...NOT_IN_TEMPLATES, ...ONLY_IN_ROOTS],
    velocityStart: 'fromNow',
    calls,
    // A template holds none: people enter them where they are used.
    variable: () => NO_SECRET,
    apply: true,
    onProgress: (done, total) => report({ done, total }),
  });
  if (problems.length > 0) throw new Refused(problems);
};

/** Everything that an environment needs, in one transaction: one that stops leaves nothing, and begins anew. */
const build = async (
  trx: TenantTransaction,
  context: ServiceContext,
  environment: EnvironmentRecord,
  means: Means,
): Promise<void> => {
  const creation = await findCreation(trx, environment.id);
  // One of the time before says nothing of what it starts with.
  const actor = creation ? ({ kind: 'person', id: creation.askedById, name: creation.askedBy } as const) : ACTOR;
  const here = within({ ...context, actor, environmentId: environment.id, capabilities: ALLOWED }, trx);
  await advancePlanHead(trx, context.tenantId, new Date(context.clock.now()));
  await createSupportRules(here);
  await bringIn(here, creation?.files ?? [], { ...means, isRoot: environment.parentId === null });
  await activateEnvironment(trx, context, environment, { kind: 'system' });
  await deleteCreation(trx, environment.id);
};

/** How environments are created: with their own rules and what a template brings, until they are Active. */
export const createEnvironmentCreations = (options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly calls: ExternalCalls;
}): JobRunner => {
  const { database, clock, calls } = options;
  const contextOf = (tenantId: Id): ServiceContext => ({
    database,
    clock,
    tenantId,
    actor: ACTOR,
    correlationId: newId(),
  });
  return {
    kind: KIND,
    run: async ({ tenantId, subjectId }, { signal, report }) => {
      const context = contextOf(tenantId);
      await inTransaction(context, (trx) => followTransition(trx, context, subjectId, 'workerStarted'));
      const environment = await database.inTenant(tenantId, (trx) => findEnvironment(trx, subjectId));
      if (environment?.status !== 'Creating') return undefined;
      const refuse = async (reason: string) => {
        await database.inTenant(tenantId, (trx) => failed(trx, context, subjectId, reason));
        return fail('ENV-CREATION-REFUSED', { name: environment.name, reason });
      };
      if (clock.now() - environment.changedAt.getTime() > CREATION_TIME_MS) throw await refuse(TOO_LONG);
      signal.throwIfAborted();
      try {
        await inTransaction(context, (trx) => build(trx, context, environment, { calls, report }));
      } catch (error) {
        if (error instanceof Refused) throw await refuse(told(error.problems));
        if (isAppError(error)) throw await refuse(sentenceOf(error));
        throw error;
      }
      return undefined;
    },
    failed: (trx, { tenantId, subjectId }) => failed(trx, contextOf(tenantId), subjectId, BROKEN),
  };
};
