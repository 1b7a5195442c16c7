import type { CallText } from '@redoubt/contracts';
import {
  allows,
  callSecretProblems,
  environmentPath,
  externalCallProblems,
  fail,
  hasSameDestination,
  secretSlotsOf,
  type ExternalCallDefinition,
} from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  listEnvironments,
  listExternalCalls,
  type SealedSecret,
  type StoredExternalCall,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { contentHash } from '../content-hash.ts';
import { failAt, requireClean } from '../problems.ts';
import { secretPlace, type ExternalCalls } from '../call-runtime/external-calls.ts';

export const mayWriteCalls = (context: EnvironmentContext): boolean =>
  allows(context.capabilities, 'externalCalls:write');

/** Calls of an environment and of those above it: none of them may have the name of another. */
export const listCallsNear = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly StoredExternalCall[]> => {
  const environments = await listEnvironments(trx);
  const { parentIds } = environmentPath(environmentId, new Map(environments.map((each) => [each.id, each])));
  const near = new Set([environmentId, ...parentIds]);
  return (await listExternalCalls(trx)).filter((call) => near.has(call.environmentId));
};

/** A definition as it is kept: settings that are secret have no value in it. Throws CALL-INVALID, REQ-INVALID. */
export const storableDefinition = (
  given: CallText['definition'],
  calls: Pick<ExternalCalls, 'allowsPlain'>,
): ExternalCallDefinition => {
  requireClean({ 'body.definition': given as unknown as Json });
  const { warmUpUrl = '', acceptsEmptyAnswer = false, ...rest } = given as ExternalCallDefinition;
  const definition: ExternalCallDefinition = {
    ...rest,
    ...(acceptsEmptyAnswer ? { acceptsEmptyAnswer } : {}),
    ...(warmUpUrl === '' ? {} : { warmUpUrl }),
  };
  const problems = externalCallProblems(definition, calls.allowsPlain);
  if (problems.length > 0) {
    const [first] = problems;
    const places = problems.map(({ path, message }) => ({ path: `body.definition.${path}`, message }));
    throw failAt('CALL-INVALID', { count: problems.length, first: `${first?.path} ${first?.message}` }, places);
  }
  const unsaid = <Setting extends { readonly secret: boolean; readonly value: string }>(
    all: readonly Setting[],
  ): readonly Setting[] => all.map((each) => (each.secret ? { ...each, value: '' } : each));
  const { authentication } = definition;
  return {
    ...definition,
    headers: unsaid(definition.headers),
    configurations: unsaid(definition.configurations),
    authentication:
      authentication.kind === 'customToken'
        ? { ...authentication, headers: unsaid(authentication.headers) }
        : authentication,
  };
};

/** Refuses an address to keep a connection open that does not answer; one that was kept before has done so. */
export const requireWarmUp = async (
  { warmUps }: Pick<ExternalCalls, 'warmUps'>,
  { warmUpUrl }: ExternalCallDefinition,
  before?: ExternalCallDefinition,
): Promise<void> => {
  if (warmUpUrl === undefined || warmUpUrl === before?.warmUpUrl) return;
  const problem = await warmUps.test(warmUpUrl);
  if (problem === '') return;
  const path = 'body.definition.warmUpUrl';
  throw failAt('CALL-INVALID', { count: 1, first: `warmUpUrl ${problem}` }, [{ path, message: problem }]);
};

type KeptSecrets = Readonly<Record<string, SealedSecret>>;

const refuseMissing = (definition: ExternalCallDefinition, known: Readonly<Record<string, unknown>>): void => {
  const missing = secretSlotsOf(definition).filter((slot) => !Object.hasOwn(known, slot));
  if (missing.length > 0) throw fail('CALL-SECRETS-NEEDED', { slots: missing });
};

/** Refuses a private key that cannot be one. */
const requireSoundSecrets = ({ authentication }: ExternalCallDefinition, given: CallText['secrets']): void => {
  const problems = callSecretProblems(authentication, given);
  const [first] = problems;
  if (first === undefined) return;
  const places = problems.map(({ path, message }) => ({ path: `body.secrets.${path}`, message }));
  throw failAt('CALL-INVALID', { count: problems.length, first: `secrets.${first.path} ${first.message}` }, places);
};

/**
 * The secrets a definition needs: those that are given, sealed; the others as they were kept for the same hosts. What it no
 * longer needs is gone. Throws CALL-SECRETS-NEEDED where one is neither given nor kept, CALL-INVALID.
 */
export const sealSecrets = (
  context: EnvironmentContext,
  calls: Pick<ExternalCalls, 'secrets'>,
  callId: Id,
  definition: ExternalCallDefinition,
  given: CallText['secrets'],
  stored?: Pick<StoredExternalCall, 'definition' | 'secrets'>,
): KeptSecrets => {
  requireSoundSecrets(definition, given);
  const before = stored && hasSameDestination(stored.definition, definition) ? stored.secrets : {};
  refuseMissing(definition, { ...before, ...given });
  const setAt = new Date(context.clock.now()).toISOString();
  const place = (slot: string): string => secretPlace(context.tenantId, callId, slot);
  return Object.fromEntries(
    secretSlotsOf(definition).flatMap((slot): [string, SealedSecret][] => {
      const text = given[slot];
      const kept = before[slot];
      if (text === undefined) return kept === undefined ? [] : [[slot, kept]];
      return [[slot, { sealed: calls.secrets.seal(text, place(slot)), setBy: context.actor.name, setAt }]];
    }),
  );
};

/**
 * The secrets a definition needs, open: those that are given, and those that were kept for the same hosts. Throws
 * CALL-SECRETS-NEEDED where one is neither given nor kept, CALL-INVALID.
 */
export const openSecrets = (
  tenantId: Id,
  calls: Pick<ExternalCalls, 'secrets'>,
  definition: ExternalCallDefinition,
  given: CallText['secrets'],
  stored: Pick<StoredExternalCall, 'id' | 'definition' | 'secrets'> | undefined,
): Readonly<Record<string, string>> => {
  requireSoundSecrets(definition, given);
  const kept = stored && hasSameDestination(stored.definition, definition) ? Object.entries(stored.secrets) : [];
  const opened = kept.flatMap(([slot, { sealed }]): [string, string][] => {
    const text = calls.secrets.open(sealed, secretPlace(tenantId, stored?.id ?? '', slot));
    return text === undefined ? [] : [[slot, text]];
  });
  const all = { ...Object.fromEntries(opened), ...given };
  refuseMissing(definition, all);
  return Object.fromEntries(secretSlotsOf(definition).map((slot) => [slot, all[slot] ?? '']));
};

/** Names what a call is by its content, in plans: samples and descriptions do not count. */
export const callHash = (name: string, definition: ExternalCallDefinition): string =>
  contentHash({ name, definition: definition as unknown as Json });
