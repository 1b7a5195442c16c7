import { fail, MAX_OPEN_CHANGES } from '@redoubt/domain';
import { isJsonObject, newId, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import {
  changeLink,
  countOpenChangeRequests,
  insertChangeRequest,
  isApprovalRequired,
  isSubjectApprovalRequired,
  replaceChangeRequests,
  withSavepoint,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ResourceType } from '../activity-entry.ts';
import type { EnvironmentContext } from '../context.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { changeSecretsPlace } from '../secrets/change-secrets.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { ChangeRecorder, type RecordedActivity } from '../change-recorder.ts';
import { inTransaction, recordedWithin } from '../unit-of-work.ts';

/** A call as it was sent, to be carried out once a second person approves it. */
export type ChangeCall = {
  readonly params: JsonObject;
  readonly query: JsonObject;
  /** JSON body; null for a call without one. */
  readonly body: Json;
  /** Uploaded file, text where it is UTF-8; null for a call without one. */
  readonly file: { readonly text: string } | { readonly base64: string } | null;
};

export type ProposedChange = {
  /** Id of the endpoint. */
  readonly endpoint: string;
  /** The permission the endpoint names. */
  readonly permission: string;
  /** The call, asked for once it has run: an upload is known only then. */
  readonly call: () => ChangeCall;
  /** Why, in the words of who asks. */
  readonly note: string;
};

/** The request that was made in place of a change. */
export type RequestedChange = {
  readonly id: Id;
  readonly target: { readonly type: string; readonly id: string; readonly name: string };
};

export type ChangeOutcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'requested'; readonly request: RequestedChange };

/** Members of bodies that hold secrets, in every call that takes some. */
const SECRET_MEMBERS = ['secret', 'secrets'] as const;

/** Splits the secrets off a body. */
const splitSecrets = (body: Json): { readonly body: Json; readonly secrets: JsonObject | null } => {
  if (!isJsonObject(body)) return { body, secrets: null };
  const isSecret = ([member]: readonly [string, Json]): boolean => SECRET_MEMBERS.some((each) => each === member);
  const members = Object.entries(body);
  const secrets = members.filter(isSecret);
  if (secrets.length === 0) return { body, secrets: null };
  return { body: Object.fromEntries(members.filter((each) => !isSecret(each))), secrets: Object.fromEntries(secrets) };
};

/** Ends the trial of a change without a trace. */
class TakenBack extends Error {}

const asTarget = ({ type, id, name }: RecordedActivity): RequestedChange['target'] => ({ type, id, name });

const needsTrial = (context: EnvironmentContext): Promise<boolean> =>
  inTransaction(
    context,
    async (trx) =>
      (await isApprovalRequired(trx, context.environmentId)) ||
      (await isSubjectApprovalRequired(trx, context.environmentId)),
  );

/**
 * Makes a change, or asks a second person for it: where the environment wants one, the change is made on trial; where it
 * turns out to change what decides, it is taken back and kept as a request with what it would have changed. A newer
 * request of the same person takes the place of the one before. Throws what the change throws, and CHANGE-LIMIT.
 */
export const makeOrPropose = async <T>(
  context: EnvironmentContext,
  box: SecretBox,
  change: ProposedChange,
  run: (context: EnvironmentContext) => Promise<T>,
): Promise<ChangeOutcome<T>> => {
  if (!(await needsTrial(context))) return { kind: 'done', result: await run(context) };
  const { tenantId, environmentId, actor } = context;
  return inTransaction(context, async (trx): Promise<ChangeOutcome<T>> => {
    const recorder = new ChangeRecorder();
    try {
      const result = await withSavepoint(trx, async () => {
        const made = await run(recordedWithin(context, trx, recorder));
        if (recorder.needsSecondPerson) throw new TakenBack();
        return made;
      });
      return { kind: 'done', result };
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    const [first] = recorder.activities;
    if (!first) throw new Error('a change that needs a second person was written down');
    const target = asTarget(first);
    const { endpoint, permission, note } = change;
    const { by, at } = changedBy(context);
    await replaceChangeRequests(trx, { environmentId, endpoint, target, askedById: actor.id, askedBy: by }, { by, at });
    if ((await countOpenChangeRequests(trx, environmentId)) >= MAX_OPEN_CHANGES)
      throw fail('CHANGE-LIMIT', { max: MAX_OPEN_CHANGES });
    const id = newId();
    const call = change.call();
    const { body, secrets } = splitSecrets(call.body);
    await insertChangeRequest(trx, tenantId, {
      id,
      environmentId,
      endpoint,
      permission,
      target,
      payload: { ...call, body: isJsonObject(body) ? { ...body, ...recorder.frozen } : body },
      secrets: secrets === null ? null : box.seal(JSON.stringify(secrets), changeSecretsPlace(tenantId, id)),
      differences: recorder.activities,
      note,
      askedById: actor.id,
      askedBy: by,
      askedAt: at,
    });
    await recordActivity(trx, context, {
      operation: 'Request',
      type: first.type as ResourceType,
      id: first.id,
      name: first.name,
      environmentId,
      // The note stands in the request alone, where an erasure finds it.
      modified: { request: id, endpoint },
    });
    await raiseNotice(trx, context, {
      code: 'CHANGE-REQUESTED',
      severity: 'Information',
      params: { type: first.type, name: first.name, by },
      link: changeLink(id),
      environmentId,
      authorId: actor.id,
    });
    return { kind: 'requested', request: { id, target } };
  });
};
