import type { TriedCall } from '@redoubt/contracts';
import {
  environmentPath,
  fail,
  isBuiltInKind,
  rolesAlong,
  rolesAnywhere,
  type ApiRole,
  type EventKind,
  type LoggedKind,
} from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import { findApplication } from '@redoubt/storage';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree } from '../environments/subtree.ts';
import { pathsOfApi, type ApiAddresses } from './called-api.ts';
import { inTransaction } from '../unit-of-work.ts';

/** A call of the public API as an application of the tenant would make it. */
export type CallAs = {
  readonly application: { readonly tenantId: Id; readonly clientId: Id; readonly apiRoles: readonly ApiRole[] };
  readonly environmentId: Id;
  /** A kind of the product, whose address takes ids from the body, or the address of a defined assessment. */
  readonly to: { readonly kind: EventKind } | { readonly path: string };
  readonly body: JsonObject;
  readonly correlationId: string;
};

/** Sends it the whole way a merchant's call goes: token, limits, checks, decision, log. */
export type SendAs = (call: CallAs) => Promise<TriedCall>;

/**
 * Sends one event as an application, by a person who may manage applications here; who sent it stands in the activity
 * log. What the API answers, a refusal too, is the answer.
 *
 * @throws `APP-UNKNOWN` where the application may not call here, `APP-REVOKED`, `TRY-PRODUCTION` in a production
 * environment without confirmation, `ASSESSMENT-UNKNOWN`, `TRY-ELSEWHERE` on a node that takes no events.
 */
export const tryApi = async (
  context: EnvironmentContext,
  send: SendAs | undefined,
  addresses: ApiAddresses,
  api: LoggedKind,
  input: { readonly applicationId: Id; readonly body: JsonObject; readonly confirmProduction: boolean },
): Promise<TriedCall> => {
  const { tenantId, environmentId, correlationId } = context;
  if (send === undefined) throw fail('TRY-ELSEWHERE');
  const { application, to } = await inTransaction(context, async (trx) => {
    const { environments, byId } = await loadSubtree(trx, environmentId);
    const [environment] = environments;
    const stored = await findApplication(trx, input.applicationId);
    const path = [environmentId, ...environmentPath(environmentId, byId).parentIds];
    if (stored === undefined || rolesAlong(stored.grants, path).length === 0) {
      throw fail('APP-UNKNOWN', { id: input.applicationId });
    }
    if (stored.revoked !== null) throw fail('APP-REVOKED', { name: stored.displayName });
    if (environment?.kind === 'Production' && !input.confirmProduction) {
      throw fail('TRY-PRODUCTION', { name: environment.name });
    }
    const [address = ''] = await pathsOfApi(trx, environmentId, addresses, api);
    const called: CallAs['to'] = isBuiltInKind(api) ? { kind: api } : { path: address };
    await recordActivity(trx, context, {
      operation: 'Send',
      type: 'Application',
      id: stored.clientId,
      name: stored.displayName,
      environmentId,
      modified: { api },
    });
    return { application: { tenantId, clientId: stored.clientId, apiRoles: rolesAnywhere(stored.grants) }, to: called };
  });
  return send({ application, environmentId, to, body: input.body, correlationId });
};
