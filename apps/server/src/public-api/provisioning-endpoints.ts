import { PROVISIONING, type ProvisioningCall } from '@redoubt/contracts';
import { fail, readEnvironmentChange, readNewEnvironment, type BodyProblem } from '@redoubt/domain';
import {
  changeEnvironment,
  createEnvironment,
  deleteEnvironment,
  getProvisionedEnvironment,
  listProvisionedEnvironments,
  restoreEnvironment,
  type ManagingContext,
} from '@redoubt/services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingIn, type CallState } from './call-state.ts';
import { problemsText } from './public-errors.ts';
import type { PublicDependencies, PublicFrame } from './public-frame.ts';

type Work = (
  context: ManagingContext,
  request: FastifyRequest,
  state: CallState,
  reply: FastifyReply,
) => Promise<unknown>;

const CALLS = Object.keys(PROVISIONING) as ProvisioningCall[];

const idOf = (request: FastifyRequest): string => (request.params as { readonly environmentId: string }).environmentId;

const refuseProblems = (problems: readonly BodyProblem[]): void => {
  if (problems.length > 0) throw fail('REQ-INVALID', { problems: problemsText(problems) });
};

/** Environments managed by applications: below the environment of the call, where they hold Provisioning_API. */
export const registerProvisioning = (
  { take, readBody }: PublicFrame,
  {
    database,
    decisions,
    clock,
    undoWindowMs,
  }: Pick<PublicDependencies, 'database' | 'decisions' | 'clock' | 'undoWindowMs'>,
): void => {
  const contextOf = (request: FastifyRequest, state: CallState): ManagingContext => ({
    ...actingIn(state),
    database,
    clock,
    by: { kind: 'application', apiRoles: state.environment?.roles ?? [] },
    correlationId: request.correlationId,
    undoWindowMs,
  });

  /** Of what takes events this node knows before the answer says so; others hear of it within a second. */
  const changing =
    (work: Work): Work =>
    async (context, ...call) => {
      const answer = await work(context, ...call);
      await decisions.refresh(context.tenantId);
      return answer;
    };

  const works: Readonly<Record<ProvisioningCall, Work>> = {
    list: async (context) => ({ environments: await listProvisionedEnvironments(context) }),
    read: (context, request) => getProvisionedEnvironment(context, idOf(request)),
    create: changing(async (context, request, state, reply) => {
      const { environment, problems } = readNewEnvironment(readBody(request, state).value);
      refuseProblems(problems);
      const created = await createEnvironment(context, environment);
      reply.code(201).header('location', `${PROVISIONING.list.path}/${created.environmentId}`);
      return created;
    }),
    change: async (context, request, state) => {
      const { value } = readBody(request, state);
      const { kind, customerApiId, parentEnvironmentId } = await getProvisionedEnvironment(context, idOf(request));
      const { change, problems } = readEnvironmentChange(value, { kind, customerApiId, parentEnvironmentId });
      refuseProblems(problems);
      return changeEnvironment(context, idOf(request), change);
    },
    remove: changing((context, request) => deleteEnvironment(context, idOf(request))),
    restore: changing((context, request) => restoreEnvironment(context, idOf(request))),
  };

  for (const call of CALLS) {
    const { method, path } = PROVISIONING[call];
    take({
      method,
      url: path,
      name: `provisioning.${call}`,
      role: 'Provisioning_API',
      work: async (request, state, reply) =>
        JSON.stringify(await works[call](contextOf(request, state), request, state, reply)),
    });
  }
};

/** Ids of the endpoints bound here, for the guard test of the table. */
export const PROVISIONING_ENDPOINT_IDS: readonly string[] = CALLS.map((call) => PROVISIONING[call].id);
