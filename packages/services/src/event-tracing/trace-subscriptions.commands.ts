import type {
  BodyOf,
  changeTraceSubscription as changeEndpoint,
  checkTraceTarget as checkEndpoint,
  replayTraces as replayEndpoint,
  setTraceSubscriptionState as stateEndpoint,
  TraceOutcome,
  TraceSubscription,
  TraceText,
} from '@redoubt/contracts';
import {
  callUrlProblem,
  fail,
  isAlertName,
  isSameTarget,
  MAX_TRACE_SUBSCRIPTIONS,
  traceTargetProblems,
  type TraceTargetKind,
  type TraceTargetSettings,
} from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import {
  currentTracePositions,
  deleteTraceSubscription as deleteStored,
  dropTraceDeadLetters as dropStored,
  findTraceSubscription,
  insertTraceSubscription,
  listTraceSubscriptions,
  lockTraceSubscriptions,
  moveTracePositions,
  replayTraceDeadLetters as replayStored,
  setTraceActive,
  tracePositionsAt,
  updateTraceSubscription,
  type StoredTraceSubscription,
  type TenantTransaction,
  type TraceSubscriptionContent,
} from '@redoubt/storage';
import { recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { traceTarget } from '../environments/data-targets.ts';
import { requireMayLeave } from '../environments/may-leave.ts';
import { failAt, type Problem } from '../problems.ts';
import {
  changeResource,
  createResource,
  removeResource,
  requireFreeName,
  withResource,
  type ResourceDescription,
} from '../resources/resource.ts';
import { newWebhookSecret, traceSecretPlace } from '../secrets/webhook-secrets.ts';
import { SIGNING_SECRET } from '../trace-targets/webhook.target.ts';
import type { TraceTarget } from '../trace-targets/trace-target.ts';
import { reading } from '../unit-of-work.ts';
import {
  openDestination,
  openTraceSecrets,
  traceFailureOf,
  type TraceDependencies,
  type TraceSealing,
} from './trace-destination.ts';
import { readTraceSubscription, requireTraceSubscription } from './trace-subscriptions.queries.ts';
import { traceSample } from './trace-samples.ts';
import { checkTraceTexts, compileTraceView } from './trace-texts.ts';

const CHECK_MS = 15_000;

const record = recordOf('EventTracing');

const traceResource: ResourceDescription<StoredTraceSubscription, TraceSubscription> = {
  prefix: 'TRACE',
  type: 'EventTracing',
  isName: isAlertName,
  namesakes: (trx, environmentId) => listTraceSubscriptions(trx, environmentId),
  find: findTraceSubscription,
  read: readTraceSubscription,
  takeTurn: (trx, { environmentId }) => lockTraceSubscriptions(trx, environmentId),
};

/** What the activity log keeps; of secrets their names alone. */
const logged = ({ secrets, ...content }: TraceSubscriptionContent): Json => ({
  ...content,
  events: [...content.events],
  settings: { ...content.settings },
  secrets: Object.keys(secrets),
});

/** Settings without those that are empty, which count as not given. */
const given = (settings: TraceTargetSettings): TraceTargetSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));

/** Whether stored secrets still go to where they were given for. */
const isSamePlace = (
  kind: TraceTargetKind,
  settings: TraceTargetSettings,
  stored: StoredTraceSubscription | undefined,
): boolean => stored?.kind === kind && isSameTarget(kind, settings, stored.settings);

/** Throws TRACE-TARGET with each wrong field; a secret of a former destination of the kind is given again, or as an empty text. */
const requireTarget = (
  { addresses }: TraceSealing,
  { kind, settings, secrets }: Pick<TraceText, 'kind' | 'settings' | 'secrets'>,
  kept: readonly string[],
  stored: StoredTraceSubscription | undefined,
): void => {
  const lost = stored?.kind === kind ? Object.keys(stored.secrets).filter((name) => !kept.includes(name)) : [];
  const problems = traceTargetProblems(kind, settings, secrets, kept, lost).map(({ field, problem }): Problem => ({
    path: `body.settings.${field}`,
    message: problem,
  }));
  const url = kind === 'webhook' && problems.length === 0 ? String(settings['url']) : null;
  const urlProblem = url === null ? null : callUrlProblem(url, addresses.allowsPlain);
  if (urlProblem !== null) problems.push({ path: 'body.settings.url', message: urlProblem });
  const [first] = problems;
  if (first !== undefined)
    throw failAt('TRACE-TARGET', { field: first.path.split('.').at(-1) ?? '', problem: first.message }, problems);
};

/** Throws TRACE-TEXT with the place of each problem. */
const requireTexts = async (
  context: EnvironmentContext,
  texts: Pick<TraceText, 'filter' | 'projection'>,
): Promise<void> => {
  const problems = await checkTraceTexts(context, texts);
  const [first] = problems;
  if (first !== undefined) throw failAt('TRACE-TEXT', { place: first.path, problem: first.message }, [...problems]);
};

/** Two subscriptions that write one file would rotate it under each other. Throws TRACE-FOLDER-TAKEN. */
const requireOwnFolder = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { kind, settings }: Pick<TraceText, 'kind' | 'settings'>,
  own: Id | null,
): Promise<void> => {
  if (kind !== 'file') return;
  const others = await listTraceSubscriptions(trx, environmentId);
  const { folder } = settings;
  const isTaken = others.some((each) => each.id !== own && each.kind === 'file' && each.settings['folder'] === folder);
  if (isTaken) throw fail('TRACE-FOLDER-TAKEN', { folder: String(folder) });
};

/** Events of the environment and those below may leave to the destination. Throws as `requireMayLeave`. */
const requireTargetAllowed = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  of: Pick<TraceText, 'kind' | 'settings'>,
): Promise<void> => {
  const target = traceTarget(of);
  if (target !== null) await requireMayLeave(trx, { withBelow: environmentId }, target);
};

/** Everything a subscription is, checked, its secrets sealed. */
const contentOf = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  dependencies: TraceSealing,
  input: TraceText,
  id: Id,
  stored?: StoredTraceSubscription,
): Promise<TraceSubscriptionContent> => {
  const settings = given(input.settings);
  const { name, description, events, kind, filter, projection, masked } = input;
  const kept = isSamePlace(kind, settings, stored) ? (stored?.secrets ?? {}) : {};
  requireTarget(dependencies, { kind, settings, secrets: input.secrets }, Object.keys(kept), stored);
  await requireTargetAllowed(trx, context, { kind, settings });
  await requireTexts(context, input);
  await requireOwnFolder(trx, context, { kind, settings }, stored?.id ?? null);
  const seal = (slot: string, secret: string): string =>
    dependencies.secrets.seal(secret, traceSecretPlace(context.tenantId, id, slot));
  const entered = Object.entries(input.secrets).filter(([, secret]) => secret !== '');
  const secrets = {
    ...kept,
    ...Object.fromEntries(entered.map(([slot, secret]) => [slot, seal(slot, secret)])),
  };
  // A signing secret proves who sends, whatever the address: it stays while the subscription is a webhook.
  if (kind === 'webhook')
    secrets[SIGNING_SECRET] ??= stored?.secrets[SIGNING_SECRET] ?? seal(SIGNING_SECRET, newWebhookSecret());
  return { name: name.trim(), description, events, kind, settings, secrets, filter, projection, masked };
};

/** Sends events to another system from now on. Throws TRACE-NAME-…, TRACE-TARGET, TRACE-TEXT, TRACES-FULL. */
export const createTraceSubscription = (
  context: EnvironmentContext,
  dependencies: TraceSealing,
  input: TraceText,
): Promise<TraceSubscription> =>
  createResource(traceResource, context, input.name.trim(), async ({ trx, id, changed }) => {
    const { tenantId, environmentId, database } = context;
    if ((await listTraceSubscriptions(trx, environmentId)).length >= MAX_TRACE_SUBSCRIPTIONS)
      throw fail('TRACES-FULL', { limit: MAX_TRACE_SUBSCRIPTIONS });
    const content = await contentOf(trx, context, dependencies, input, id);
    const positions = await currentTracePositions(database, trx);
    await insertTraceSubscription(trx, tenantId, { id, environmentId, positions }, content, changed);
    return logged(content);
  });

/** Changes a subscription. Throws as `createTraceSubscription`, TRACE-UNKNOWN, TRACE-STALE. */
export const changeTraceSubscription = (
  context: EnvironmentContext,
  dependencies: TraceSealing,
  id: Id,
  { version, ...input }: BodyOf<typeof changeEndpoint>,
): Promise<TraceSubscription> =>
  changeResource(traceResource, context, id, version, async ({ trx, stored, changed, record: write }) => {
    const name = input.name.trim();
    await requireFreeName(traceResource, trx, context.environmentId, name, stored);
    const content = await contentOf(trx, context, dependencies, input, id, stored);
    await updateTraceSubscription(trx, id, content, changed);
    await write(name === stored.name ? 'Update' : 'Rename', {
      name,
      original: logged(contentIn(stored)),
      modified: logged(content),
    });
  });

const contentIn = (stored: StoredTraceSubscription): TraceSubscriptionContent => {
  const { name, description, events, kind, settings, secrets, filter, projection, masked } = stored;
  return { name, description, events, kind, settings, secrets, filter, projection, masked };
};

/** Sends no more, or goes on where sending ended. Throws TRACE-UNKNOWN, TRACE-STALE. */
export const setTraceSubscriptionState = (
  context: EnvironmentContext,
  id: Id,
  { isActive, version }: BodyOf<typeof stateEndpoint>,
): Promise<TraceSubscription> =>
  changeResource(traceResource, context, id, version, async ({ trx, stored, changed, record: write }) => {
    if (isActive) await requireTargetAllowed(trx, context, stored);
    await setTraceActive(trx, id, isActive, changed);
    await write('Update', { original: { isActive: stored.isActive }, modified: { isActive } });
  });

/** Deletes a subscription. Throws TRACE-UNKNOWN, TRACE-STALE. */
export const deleteTraceSubscription = (context: EnvironmentContext, id: Id, version: string): Promise<void> =>
  removeResource(traceResource, context, id, version, async ({ trx, stored }) => {
    await deleteStored(trx, id);
    return logged(contentIn(stored));
  });

/** Sends what happened from a moment on again. Throws TRACE-UNKNOWN, TRACE-STALE. */
export const replayTraces = (
  context: EnvironmentContext,
  id: Id,
  { from, version }: BodyOf<typeof replayEndpoint>,
): Promise<TraceSubscription> =>
  changeResource(traceResource, context, id, version, async ({ trx, changed, record: write }) => {
    const positions = await tracePositionsAt(context.database, trx, new Date(from));
    await moveTracePositions(trx, id, positions, changed);
    await write('Update', { modified: { replayedFrom: from } });
  });

/** A new secret that messages are signed with, shown this once. Throws TRACE-UNKNOWN, TRACE-NO-SECRET. */
export const renewTraceSecret = (
  context: EnvironmentContext,
  dependencies: TraceDependencies,
  id: Id,
): Promise<{ readonly secret: string }> =>
  withResource(traceResource, context, id, null, async ({ trx, stored, changed, record: write }) => {
    if (stored.kind !== 'webhook') throw fail('TRACE-NO-SECRET', { name: stored.name });
    const secret = newWebhookSecret();
    const sealed = dependencies.secrets.seal(secret, traceSecretPlace(context.tenantId, id, SIGNING_SECRET));
    const secrets = { ...stored.secrets, [SIGNING_SECRET]: sealed };
    await updateTraceSubscription(trx, id, { ...contentIn(stored), secrets }, changed);
    await write('Update', { modified: { signingSecret: 'renewed' } });
    return { secret };
  });

const changeDeadLetters = (
  context: EnvironmentContext,
  id: Id,
  modified: 'replayed' | 'dropped',
  change: (trx: TenantTransaction) => Promise<number>,
): Promise<TraceSubscription> =>
  changeResource(traceResource, context, id, null, async ({ trx, record: write }) => {
    const count = await change(trx);
    await write('Update', { modified: { deadLetters: { [modified]: count } } });
  });

/** Sends all messages that the destination refused again. Throws TRACE-UNKNOWN. */
export const replayTraceDeadLetters = (context: EnvironmentContext, id: Id): Promise<TraceSubscription> =>
  changeDeadLetters(context, id, 'replayed', (trx) => replayStored(trx, id, new Date(context.clock.now())));

/** Forgets all messages that the destination refused. Throws TRACE-UNKNOWN. */
export const dropTraceDeadLetters = (context: EnvironmentContext, id: Id): Promise<TraceSubscription> =>
  changeDeadLetters(context, id, 'dropped', (trx) => dropStored(trx, id));

const attempt = async (
  open: () => TraceTarget,
  work: (target: TraceTarget, signal: AbortSignal) => Promise<Readonly<Record<string, string>>>,
): Promise<TraceOutcome> => {
  let target: TraceTarget | undefined;
  try {
    target = open();
    return { found: await work(target, AbortSignal.timeout(CHECK_MS)), problem: null };
  } catch (error) {
    const { code, message } = traceFailureOf(error);
    return { found: {}, problem: { code, message } };
  } finally {
    await target?.close().catch(() => undefined);
  }
};

/** Connects to a destination that need not be saved. Throws TRACE-TARGET, TRACE-UNKNOWN. */
export const checkTraceTarget = async (
  context: EnvironmentContext,
  dependencies: TraceDependencies,
  { subscriptionId, kind, secrets: entered, ...input }: BodyOf<typeof checkEndpoint>,
): Promise<TraceOutcome> => {
  const settings = given(input.settings);
  const stored =
    subscriptionId === null
      ? undefined
      : await reading(context, (trx) => requireTraceSubscription(trx, context, subscriptionId));
  const isSame = isSamePlace(kind, settings, stored);
  const sealed = stored !== undefined && isSame ? stored.secrets : {};
  requireTarget(dependencies, { kind, settings, secrets: entered }, Object.keys(sealed), stored);
  const fresh = Object.fromEntries(Object.entries(entered).filter(([, secret]) => secret !== ''));
  const left = Object.fromEntries(Object.entries(sealed).filter(([name]) => fresh[name] === undefined));
  // A receiver that is asked before the subscription exists gets a signature that it cannot check yet.
  const signing = kind === 'webhook' ? { [SIGNING_SECRET]: newWebhookSecret() } : {};
  return attempt(
    () => {
      const kept = stored === undefined ? {} : openTraceSecrets(dependencies, context.tenantId, stored.id, left);
      return openDestination(dependencies, context, { kind, settings }, { ...signing, ...kept, ...fresh });
    },
    (target, signal) => target.check(signal),
  );
};

/** Sends a sample of each event of a subscription, filtered and projected as events are. Throws TRACE-UNKNOWN. */
export const sendTraceTest = async (
  context: EnvironmentContext,
  dependencies: TraceDependencies,
  id: Id,
): Promise<TraceOutcome> => {
  const { tenantId, environmentId, clock } = context;
  const stored = await reading(context, async (trx) => {
    const found = await requireTraceSubscription(trx, context, id);
    await requireTargetAllowed(trx, context, found);
    return found;
  });
  const nowMs = clock.now();
  const metadata = { tenantId, environmentId, timestamp: new Date(nowMs).toISOString(), isTest: true };
  const view = await compileTraceView(stored, context.texts);
  const messages = stored.events.flatMap((event) => {
    const messageId = `test-${newId()}`;
    const { name, ...sample } = traceSample(event, metadata, messageId);
    const seen = view?.({ ...sample, name }, nowMs) ?? null;
    return seen === null ? [] : [{ id: messageId, key: messageId, name, body: JSON.stringify(seen) }];
  });
  const outcome = await attempt(
    () => openDestination(dependencies, context, stored, openTraceSecrets(dependencies, tenantId, id, stored.secrets)),
    async (target, signal) => {
      await target.send(messages, signal);
      return { events: String(messages.length) };
    },
  );
  await context.database.inTenant(tenantId, (trx) =>
    record(trx, context, {
      operation: 'Update',
      id,
      name: stored.name,
      modified: { tested: new Date(nowMs).toISOString() },
    }),
  );
  return outcome;
};
