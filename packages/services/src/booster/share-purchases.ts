import {
  BOOSTER_CONSENT_VERSION,
  chooseConnector,
  MAX_CALL_TIMEOUT_MS,
  type BoosterAnswer,
  type BoosterSettings,
} from '@redoubt/domain';
import type { CallAnswer } from '@redoubt/fql';
import { isJsonObject, MINUTE_MS, SECOND_MS, type Clock, type Id } from '@redoubt/kernel';
import {
  BOOSTER_FRESH_MINUTES,
  claimSharings,
  dropSharing,
  findExternalCall,
  isAnythingShared,
  readEvent,
  saveSharingOutcome,
  saveSharingPlan,
  type ClaimedSharing,
  type Database,
  type EventRecord,
  type SharingOutcome,
  type SharingPlan,
  type StoredExternalCall,
} from '@redoubt/storage';
import type { PlanCall } from '@redoubt/engine';
import { createHash } from 'node:crypto';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { pollForWork, type WorkPoll } from '../work-poll.ts';
import { boosterInForce, readBoosterTree } from './booster-in-force.ts';
import { argumentsOf, shareablePurchase } from './shared-fields.ts';

/** An authorisation follows its decision within seconds. */
const LOOK_MS = 200;
/** Where no environment shares anything: how often it is looked whether one does now. */
const IDLE_LOOK_MS = 3 * SECOND_MS;
const AT_ONCE = 16;
/** Longer than any call takes: a node that is silent for as long has ended. */
const LEASE_MS = 15 * SECOND_MS;
const MOST_ATTEMPTS = 6;
const FIRST_DELAY_MS = SECOND_MS;
const MAX_REFERENCE = 100;
const MAX_PROBLEM = 200;

/** Answers that another attempt may change; every other one of 4xx says that the request is wrong. */
const WORTH_A_RETRY: ReadonlySet<number> = new Set([401, 408, 425, 429]);

export type PurchaseSharing = {
  readonly database: Database;
  readonly clock: Clock;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonicMs: () => number;
  readonly calls: Pick<ExternalCalls, 'forEvent'>;
};

/** Drawn from the ids alone, so that a second attempt draws the same: 0 up to 1. */
export const holdoutDraw = (...ids: readonly string[]): number =>
  createHash('sha256').update(JSON.stringify(ids)).digest().readUInt32BE(0) / 2 ** 32;

/** What an issuer says in its answer; members of other names are not kept. */
const answerOf = ({ response }: CallAnswer): Pick<SharingOutcome, 'answer' | 'reference'> => {
  const { accepted, reference } = isJsonObject(response) ? response : {};
  const answer: BoosterAnswer = typeof accepted === 'boolean' ? (accepted ? 'accepted' : 'declined') : 'none';
  return { answer, reference: typeof reference === 'string' ? reference.slice(0, MAX_REFERENCE) : null };
};

/** What one attempt came to. @param attempts with this one. */
export const sharingOutcome = (answer: CallAnswer, attempts: number): SharingOutcome => {
  const { httpStatusCode: httpStatus, error } = answer;
  // A success whose body cannot be read was taken all the same.
  if (httpStatus >= 200 && httpStatus < 300)
    return {
      state: 'sent',
      httpStatus,
      problem: null,
      ...answerOf(error === '' ? answer : { ...answer, response: null }),
    };
  const isFinal = httpStatus >= 400 && httpStatus < 500 && !WORTH_A_RETRY.has(httpStatus);
  const state = isFinal || attempts >= MOST_ATTEMPTS ? 'failed' : 'waiting';
  const delayMs = FIRST_DELAY_MS * 2 ** (attempts - 1);
  return { state, httpStatus, answer: null, reference: null, problem: error.slice(0, MAX_PROBLEM), delayMs };
};

const failure = (problem: string): SharingOutcome => ({
  state: 'failed',
  httpStatus: 0,
  answer: null,
  reference: null,
  problem,
});

/** The settings in force for an environment, as far as they were agreed to; undefined where nothing is shared. */
const readSharing = (
  database: Database,
  { tenantId, environmentId }: ClaimedSharing,
): Promise<{ readonly environmentId: Id; readonly settings: BoosterSettings } | undefined> =>
  database.readTenant(tenantId, async (trx) => {
    const stored = boosterInForce(await readBoosterTree(trx), environmentId);
    const isAgreed = stored?.consent?.version === BOOSTER_CONSENT_VERSION;
    return stored !== undefined && stored.settings.optedIn && isAgreed ? stored : undefined;
  });

/**
 * Sends approved purchases to issuers, beside the decisions: no answer waits for it. A purchase is claimed before it is sent, and
 * what it is sent with is kept before that, so that a node that ends leaves it to another, which sends the same with the same
 * idempotency key.
 */
export const startPurchaseSharing = ({ database, clock, monotonicMs, calls }: PurchaseSharing): WorkPoll => {
  // Tokens are kept with the definition they are for.
  const known = new Map<Id, { readonly version: number; readonly call: PlanCall }>();
  const planCall = ({ id, name, definition, secrets, version }: StoredExternalCall): PlanCall => {
    const kept = known.get(id);
    if (kept?.version === version) return kept.call;
    const sealed = Object.fromEntries(Object.entries(secrets).map(([slot, secret]) => [slot, secret.sealed]));
    const call: PlanCall = { id, name, definition, secrets: sealed };
    known.set(id, { version, call });
    return call;
  };

  /** Chooses the connector, at the first attempt; undefined where there is nothing to send. */
  const choosePlan = async (
    claimed: ClaimedSharing,
    settings: BoosterSettings,
    settingEnvironmentId: Id,
    record: EventRecord,
  ): Promise<SharingPlan | undefined> => {
    const { tenantId, environmentId, eventId } = claimed;
    const chosen = chooseConnector(settings.connectors, shareablePurchase(record).cards);
    if (chosen === undefined) {
      await dropSharing(database, claimed);
      return undefined;
    }
    const { attributes, holdoutPercent } = settings;
    const { connector, card } = chosen;
    const plan: SharingPlan = {
      settingEnvironmentId,
      callId: connector.callId,
      connector: connector.name,
      attributes,
      holdoutPercent,
      bin: card.bin,
      network: card.network,
      currency: record.facts.currency,
    };
    const isHeldOut = holdoutDraw(tenantId, environmentId, eventId) < holdoutPercent / 100;
    await saveSharingPlan(database, claimed, plan, isHeldOut);
    return isHeldOut ? undefined : plan;
  };

  const send = async (claimed: ClaimedSharing, plan: SharingPlan, record: EventRecord): Promise<SharingOutcome> => {
    const { tenantId, environmentId, eventId, attempts } = claimed;
    const { settingEnvironmentId, callId, attributes } = plan;
    const stored = await database.readTenant(tenantId, (trx) => findExternalCall(trx, settingEnvironmentId, callId));
    if (stored === undefined) return failure('The external call of the connector is gone.');
    const call = planCall(stored);
    const { cards, fieldsOf } = shareablePurchase(record);
    const card = cards.findIndex(({ bin, network }) => bin === plan.bin && network === plan.network);
    const args = argumentsOf(call.definition.parameters, fieldsOf(Math.max(0, card)), attributes);
    const untilMs = monotonicMs() + MAX_CALL_TIMEOUT_MS;
    const port = calls.forEvent({
      tenantId,
      environmentId,
      kind: 'purchase',
      eventId,
      untilMs,
      acts: true,
      act: 'booster',
    });
    const level = { environmentId: settingEnvironmentId, calls: new Map([[call.name.toLowerCase(), call]]) };
    const request = { kind: 'external', name: call.name, arguments: [...args] } as const;
    return sharingOutcome(await port.call(request, level), attempts + 1);
  };

  const share = async (claimed: ClaimedSharing): Promise<void> => {
    const { tenantId, environmentId, eventId, receivedAt } = claimed;
    const sharing = await readSharing(database, claimed);
    const record = await readEvent(database, { tenantId, environmentId, kind: 'purchase', eventId });
    // Sharing was taken back, or the person erased: nothing of the purchase is kept.
    if (sharing === undefined || record === undefined || record.facts.erased === true)
      return dropSharing(database, claimed);
    const plan = claimed.plan ?? (await choosePlan(claimed, sharing.settings, sharing.environmentId, record));
    if (plan === undefined) return;
    const isOld = clock.now() - receivedAt.getTime() > BOOSTER_FRESH_MINUTES * MINUTE_MS;
    const outcome = isOld ? failure('It could not be sent while it was fresh.') : await send(claimed, plan, record);
    await saveSharingOutcome(database, claimed, outcome);
  };

  let isOn = false;
  let lookedMs = Number.NEGATIVE_INFINITY;
  return pollForWork({
    look: async () => {
      const nowMs = monotonicMs();
      if (nowMs - lookedMs >= IDLE_LOOK_MS) {
        isOn = await isAnythingShared(database);
        lookedMs = nowMs;
      }
      if (!isOn) return false;
      const claimed = await claimSharings(database, { most: AT_ONCE, leaseMs: LEASE_MS });
      await Promise.all(
        claimed.map((each) =>
          share(each).catch((error: unknown) =>
            database.log.warn({ err: error, eventId: each.eventId }, 'a purchase could not be shared; trying again'),
          ),
        ),
      );
      return claimed.length > 0;
    },
    onFailure: (error) => database.log.warn({ err: error }, 'purchases to share could not be looked for; trying again'),
    everyMs: () => (isOn ? LOOK_MS : IDLE_LOOK_MS),
  });
};
