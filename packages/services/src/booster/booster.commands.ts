import type { BodyOf, BoosterDetail, inheritBooster as inheriting, putBooster as putting } from '@redoubt/contracts';
import {
  BOOSTER_CONSENT_VERSION,
  DEFAULT_BOOSTER,
  fail,
  sharesMore,
  type BoosterConnector,
  type BoosterSettings,
} from '@redoubt/domain';
import { canonicalJson, type Id, type Json } from '@redoubt/kernel';
import {
  deleteBoosterSettings,
  listExternalCalls,
  lockBoosterSettings,
  saveBoosterSettings,
  type BoosterConsent,
  type StoredBooster,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import {
  boosterBelow,
  boosterInForce,
  readBoosterDetail,
  readBoosterTree,
  type BoosterTree,
} from './booster-in-force.ts';

const problemsOf = async (
  trx: TenantTransaction,
  environmentId: Id,
  { optedIn, connectors }: BoosterSettings,
): Promise<readonly Problem[]> => {
  const calls = new Set((await listExternalCalls(trx, environmentId)).map(({ id }) => id));
  const names = new Set<string>();
  const ofConnector = ({ name, callId, bins, networks }: BoosterConnector, index: number): readonly Problem[] => {
    const path = `body.connectors[${index}]`;
    const isRepeated = names.has(name.toLowerCase());
    names.add(name.toLowerCase());
    return [
      ...(isRepeated ? [{ path: `${path}.name`, message: 'is the name of a connector before it' }] : []),
      ...(calls.has(callId) ? [] : [{ path: `${path}.callId`, message: 'is no external call of this environment' }]),
      ...(bins.length + networks.length > 0
        ? []
        : [{ path: `${path}.bins`, message: 'is empty, and so is networks: the connector is for no card' }]),
    ];
  };
  return [
    ...connectors.flatMap(ofConnector),
    ...(optedIn && connectors.length === 0
      ? [{ path: 'body.optedIn', message: 'needs a connector: there is none to share with' }]
      : []),
  ];
};

/** What the activity log keeps of a choice. */
const logged = (settings: BoosterSettings, consent: BoosterConsent | null): Json => ({
  ...settings,
  consent: consent === null ? null : { by: consent.by, at: consent.at.toISOString(), version: consent.version },
});

const loggedOf = (stored: StoredBooster | undefined): Json | null =>
  stored === undefined ? null : logged(stored.settings, stored.consent);

/** One entry for each environment whose choice is given up. */
const recordGivenUp = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { byId, chosen }: BoosterTree,
  ids: readonly Id[],
): Promise<void> => {
  for (const id of ids)
    // oxlint-disable-next-line eslint/no-await-in-loop -- entries of one chain, few of them
    await recordActivity(trx, context, {
      operation: 'Delete',
      type: 'AcceptanceBooster',
      id,
      name: byId.get(id)?.name ?? id,
      environmentId: id,
      original: loggedOf(chosen.get(id)),
      modified: null,
    });
};

/**
 * Chooses what is shared with issuers in an environment and all below it, whose own choices end. Throws BOOSTER-STALE,
 * BOOSTER-CONSENT-NEEDED where more is shared than was agreed to, REQ-INVALID with every place that is wrong.
 */
export const putBooster = (
  context: EnvironmentContext,
  { version, consentVersion, ...settings }: BodyOf<typeof putting>,
): Promise<BoosterDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    requireClean({ 'body.connectors': settings.connectors });
    const changed = changedBy(context);
    await lockBoosterSettings(trx, tenantId);
    const tree = await readBoosterTree(trx);
    const own = tree.chosen.get(environmentId);
    requireCurrent(version, own?.version ?? 0, 'BOOSTER-STALE', { by: own?.changedBy ?? '' });
    const problems = await problemsOf(trx, environmentId, settings);
    if (problems.length > 0) throw failAt('REQ-INVALID', { count: problems.length }, problems);
    const before = own?.settings ?? boosterInForce(tree, environmentId)?.settings ?? DEFAULT_BOOSTER;
    const agreed = own?.consent ?? null;
    const needsConsent =
      settings.optedIn && (sharesMore(before, settings) || agreed?.version !== BOOSTER_CONSENT_VERSION);
    if (needsConsent && consentVersion !== BOOSTER_CONSENT_VERSION)
      throw fail('BOOSTER-CONSENT-NEEDED', { version: BOOSTER_CONSENT_VERSION });
    const consent: BoosterConsent | null =
      settings.optedIn && consentVersion === BOOSTER_CONSENT_VERSION
        ? { by: changed.by, at: changed.at, version: consentVersion }
        : agreed;
    const below = boosterBelow(tree, environmentId).flatMap(({ id }) => (tree.chosen.has(id) ? [id] : []));
    const isSame = own !== undefined && canonicalJson(own.settings) === canonicalJson(settings);
    if (isSame && consent === agreed && below.length === 0) return readBoosterDetail(trx, context);
    await saveBoosterSettings(trx, context, settings, consent, changed);
    await deleteBoosterSettings(trx, below);
    await recordActivity(trx, context, {
      operation: 'Update',
      type: 'AcceptanceBooster',
      id: environmentId,
      name: tree.byId.get(environmentId)?.name ?? environmentId,
      environmentId,
      original: loggedOf(own),
      modified: logged(settings, consent),
    });
    await recordGivenUp(trx, context, tree, below);
    return readBoosterDetail(trx, context);
  });

/** Gives up the choice of an environment: the nearest one above it decides. Throws BOOSTER-STALE. */
export const inheritBooster = (
  context: EnvironmentContext,
  { version }: BodyOf<typeof inheriting>,
): Promise<BoosterDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    await lockBoosterSettings(trx, tenantId);
    const tree = await readBoosterTree(trx);
    const own = tree.chosen.get(environmentId);
    requireCurrent(version, own?.version ?? 0, 'BOOSTER-STALE', { by: own?.changedBy ?? '' });
    if (own !== undefined) {
      await deleteBoosterSettings(trx, [environmentId]);
      await recordGivenUp(trx, context, tree, [environmentId]);
    }
    return readBoosterDetail(trx, context);
  });
