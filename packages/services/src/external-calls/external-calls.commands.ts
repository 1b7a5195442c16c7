import type { CallDetail, CallTest, CallText } from '@redoubt/contracts';
import { fail, isCallName, type ExternalCallDefinition } from '@redoubt/domain';
import { canonicalJson, type Id, type Json } from '@redoubt/kernel';
import {
  deleteExternalCall as deleteStoredCall,
  findExternalCall,
  insertExternalCall,
  listBoosterSettings,
  listExternalCalls,
  updateExternalCall,
  type StoredExternalCall,
  type TenantTransaction,
} from '@redoubt/storage';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { hasName, userNames, usersOf } from '../references/references.ts';
import {
  changeResource,
  createResource,
  removeResource,
  requireFreeName,
  type ResourceDescription,
} from '../resources/resource.ts';
import { callHash, listCallsNear, openSecrets, requireWarmUp, sealSecrets, storableDefinition } from './call-scope.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { readCall } from './external-calls.queries.ts';
import { guardReaders, reading } from '../unit-of-work.ts';

const callResource = {
  prefix: 'CALL',
  type: 'ExternalCall',
  isName: isCallName,
  namesakes: listCallsNear,
  find: findExternalCall,
  read: readCall,
} as const satisfies ResourceDescription<StoredExternalCall, CallDetail>;

/** What the activity log keeps: everything but secrets, of which it says when they were set. */
const loggedCall = ({
  name,
  description,
  definition,
  secrets,
}: Pick<StoredExternalCall, 'name' | 'description' | 'definition' | 'secrets'>): Json => ({
  name,
  description,
  definition: definition as unknown as Json,
  secrets: Object.fromEntries(Object.entries(secrets).map(([slot, { setBy, setAt }]) => [slot, `${setBy} ${setAt}`])),
});

const requireCleanText = ({ description, sampleResponse }: CallText): void =>
  requireClean({ 'body.description': description, 'body.sampleResponse': (sampleResponse ?? null) as Json });

/** The call that a copy is made of. Throws CALL-UNKNOWN. */
const findSource = async (
  trx: TenantTransaction,
  environmentId: Id,
  callId: Id | null,
): Promise<StoredExternalCall | undefined> => {
  const stored = callId === null ? undefined : await findExternalCall(trx, environmentId, callId);
  if (callId !== null && !stored) throw fail('CALL-UNKNOWN', { id: callId });
  return stored;
};

const contentOf = (
  { name, description, sampleResponse }: CallText,
  definition: ExternalCallDefinition,
  secrets: ReturnType<typeof sealSecrets>,
) => ({
  name,
  description,
  definition,
  sampleResponse: (sampleResponse ?? null) as Json,
  contentHash: callHash(name, definition),
  secrets,
});

/** Keeps a new external call, whose address to keep a connection open is not tried. Throws as `createExternalCall`. */
export const insertCall = async (
  context: EnvironmentContext,
  calls: ExternalCalls,
  input: CallText & { readonly copiedFrom?: Id | undefined },
): Promise<CallDetail> => {
  const { tenantId, environmentId } = context;
  const { name } = input;
  requireCleanText(input);
  const definition = storableDefinition(input.definition, calls);
  return createResource(callResource, context, name, async ({ trx, id, changed }) => {
    const source = await findSource(trx, environmentId, input.copiedFrom ?? null);
    const given = openSecrets(tenantId, calls, definition, input.secrets, source);
    const content = contentOf(input, definition, sealSecrets(context, calls, id, definition, given));
    await insertExternalCall(trx, tenantId, { id, environmentId }, content, changed);
    return loggedCall(content);
  });
};

/**
 * A new external call. Throws CALL-NAME-INVALID, CALL-NAME-TAKEN, CALL-INVALID, CALL-SECRETS-NEEDED,
 * CALL-UNKNOWN, REQ-INVALID.
 */
export const createExternalCall = async (
  context: EnvironmentContext,
  calls: ExternalCalls,
  input: CallText & { readonly copiedFrom?: Id | undefined },
): Promise<CallDetail> => {
  await requireWarmUp(calls, storableDefinition(input.definition, calls));
  return insertCall(context, calls, input);
};

const parameterNames = ({ parameters }: ExternalCallDefinition): string =>
  canonicalJson(parameters.map(({ name }) => name));

/** Keeps a call as the published texts use it. */
const refuseUsed = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { name }: StoredExternalCall,
  code: 'CALL-FROZEN' | 'CALL-REFERENCED',
): Promise<void> =>
  guardReaders(
    context,
    async () => {
      const users = await usersOf(trx, 'call', context.environmentId, name);
      if (users.length > 0) throw fail(code, { name, users: userNames(users) });
    },
    async () => hasName(await listExternalCalls(trx, context.environmentId), name),
  );

/** Changes a call, whose address to keep a connection open is not tried. Throws as `changeExternalCall`. */
export const updateCall = async (
  context: EnvironmentContext,
  calls: ExternalCalls,
  callId: Id,
  input: CallText & { readonly version: string },
): Promise<CallDetail> => {
  const { environmentId } = context;
  const { name } = input;
  requireCleanText(input);
  const definition = storableDefinition(input.definition, calls);
  return changeResource(callResource, context, callId, input.version, async ({ trx, stored, changed, record }) => {
    await requireFreeName(callResource, trx, environmentId, name, stored);
    const users = await usersOf(trx, 'call', environmentId, stored.name);
    if (name !== stored.name || parameterNames(definition) !== parameterNames(stored.definition))
      await refuseUsed(trx, context, stored, 'CALL-FROZEN');
    if (users.length > 0) await requireSecondPerson(trx, context);
    const secrets = sealSecrets(context, calls, callId, definition, input.secrets, stored);
    const content = contentOf(input, definition, secrets);
    await updateExternalCall(trx, callId, content, changed);
    await record('Update', { name, original: loggedCall(stored), modified: loggedCall(content) });
  });
};

/**
 * Changes an external call, from the next event on. Throws CALL-UNKNOWN, CALL-STALE, CALL-NAME-INVALID, CALL-NAME-TAKEN,
 * CALL-INVALID, CALL-SECRETS-NEEDED, REQ-INVALID, and CALL-FROZEN where name or parameters would change while a rule
 * uses it.
 */
export const changeExternalCall = async (
  context: EnvironmentContext,
  calls: ExternalCalls,
  callId: Id,
  input: CallText & { readonly version: string },
): Promise<CallDetail> => {
  const before = await reading(context, (trx) => findExternalCall(trx, context.environmentId, callId));
  await requireWarmUp(calls, storableDefinition(input.definition, calls), before?.definition);
  return updateCall(context, calls, callId, input);
};

/** Deletes an external call. Throws CALL-UNKNOWN, CALL-STALE, CALL-REFERENCED with those who use it, CALL-IN-BOOSTER. */
export const deleteExternalCall = (context: EnvironmentContext, callId: Id, version: string): Promise<void> =>
  removeResource(callResource, context, callId, version, async ({ trx, stored }) => {
    const users = await usersOf(trx, 'call', context.environmentId, stored.name);
    await refuseUsed(trx, context, stored, 'CALL-REFERENCED');
    const booster = (await listBoosterSettings(trx)).get(context.environmentId);
    if (booster?.settings.connectors.some((connector) => connector.callId === callId))
      throw fail('CALL-IN-BOOSTER', { name: stored.name });
    if (users.length > 0) await requireSecondPerson(trx, context);
    await deleteStoredCall(trx, callId);
    return loggedCall(stored);
  });

/**
 * Makes a call now as it is written here, with the samples of its parameters; nothing of it is kept but that it was made.
 * Throws CALL-INVALID, CALL-SECRETS-NEEDED, CALL-UNKNOWN, REQ-INVALID.
 */
export const testExternalCall = async (
  context: EnvironmentContext,
  calls: ExternalCalls,
  input: { readonly callId: Id | null } & Pick<CallText, 'definition' | 'secrets'>,
): Promise<CallTest> => {
  const { tenantId, environmentId } = context;
  const { callId } = input;
  const definition = storableDefinition(input.definition, calls);
  const stored = await reading(context, (trx) => findSource(trx, environmentId, callId));
  const secrets = openSecrets(tenantId, calls, definition, input.secrets, stored);
  const samples = definition.parameters.map(({ sample }) => sample);
  const { outcome, answer } = await calls.test(
    { tenantId, environmentId },
    { id: callId, definition, secrets },
    samples,
  );
  const { httpStatusCode, error, latencyMs, response } = answer;
  return { outcome, httpStatusCode, error, latencyMs, response };
};
