import type { BoosterDetail } from '@redoubt/contracts';
import { allows, BOOSTER_CONSENT_VERSION, DEFAULT_BOOSTER, environmentPath, withDescendants } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listBoosterSettings,
  listEnvironments,
  listExternalCalls,
  type EnvironmentRecord,
  type StoredBooster,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { fieldOfParameter } from './shared-fields.ts';

/** What environments chose, and how they stand to each other. */
export type BoosterTree = {
  readonly environments: readonly EnvironmentRecord[];
  readonly byId: ReadonlyMap<Id, EnvironmentRecord>;
  readonly chosen: ReadonlyMap<Id, StoredBooster>;
};

export const readBoosterTree = async (trx: TenantTransaction): Promise<BoosterTree> => {
  const environments = await listEnvironments(trx);
  return {
    environments,
    byId: new Map(environments.map((each) => [each.id, each])),
    chosen: await listBoosterSettings(trx),
  };
};

/** The choice in force: of the environment itself, else of the nearest one above it that chose; undefined where none did. */
export const boosterInForce = ({ byId, chosen }: BoosterTree, environmentId: Id): StoredBooster | undefined => {
  for (const id of [environmentId, ...environmentPath(environmentId, byId).parentIds]) {
    const stored = chosen.get(id);
    if (stored) return stored;
  }
  return undefined;
};

/** Active environments below one. */
export const boosterBelow = ({ environments }: BoosterTree, environmentId: Id): readonly EnvironmentRecord[] => {
  const ids = new Set(withDescendants(environmentId, environments));
  return environments.filter(({ id, status }) => id !== environmentId && ids.has(id) && status !== 'Deleted');
};

/** Everything about sharing that the page of an environment shows. */
export const readBoosterDetail = async (
  trx: TenantTransaction,
  { environmentId, capabilities }: EnvironmentContext,
): Promise<BoosterDetail> => {
  const tree = await readBoosterTree(trx);
  const stored = boosterInForce(tree, environmentId);
  const { optedIn, attributes, holdoutPercent, connectors } = stored?.settings ?? DEFAULT_BOOSTER;
  const calls = await listExternalCalls(trx);
  const callName = (id: Id): string | null =>
    calls.find((call) => call.id === id && call.environmentId === stored?.environmentId)?.name ?? null;
  const from = stored === undefined || stored.environmentId === environmentId ? undefined : stored.environmentId;
  return {
    optedIn,
    attributes: [...attributes],
    holdoutPercent,
    connectors: connectors.map(({ name, callId, bins, networks }) => ({
      name,
      callId,
      bins: [...bins],
      networks: [...networks],
      callName: callName(callId),
    })),
    inheritedFrom: from === undefined ? null : { id: from, name: tree.byId.get(from)?.name ?? from },
    isChosenHere: stored?.environmentId === environmentId,
    consent: stored?.consent
      ? { by: stored.consent.by, at: stored.consent.at.toISOString(), version: stored.consent.version }
      : null,
    consentVersion: BOOSTER_CONSENT_VERSION,
    below: boosterBelow(tree, environmentId).map(({ id, name }) => ({
      id,
      name,
      isChosenThere: tree.chosen.has(id),
      optedIn: boosterInForce(tree, id)?.settings.optedIn ?? false,
    })),
    calls: calls
      .filter((call) => call.environmentId === environmentId)
      .map(({ id, name, definition }) => ({
        id,
        name,
        unknownParameters: definition.parameters.flatMap((parameter) =>
          fieldOfParameter(parameter.name) === undefined ? [parameter.name] : [],
        ),
      })),
    changed: stored ? { by: stored.changedBy, at: stored.changedAt.toISOString() } : null,
    version: tagOf(tree.chosen.get(environmentId)?.version ?? 0),
    canWrite: allows(capabilities, 'acceptanceBooster:write'),
  };
};
