import type {
  BodyOf,
  BoosterDetail,
  BoosterPreview,
  BoosterSharings,
  previewBooster as previewing,
} from '@redoubt/contracts';
import { BOOSTER_SIGNALS, chooseConnector, maskOf, type BoosterConnector, type BoosterField } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import {
  countSharings,
  listApprovedPurchases,
  listExternalCalls,
  listSharings,
  readEvent,
  type EventRecord,
  type SharingCount,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { reading } from '../unit-of-work.ts';
import { boosterBelow, readBoosterDetail, readBoosterTree } from './booster-in-force.ts';
import {
  argumentsOf,
  ATTRIBUTE_PATHS,
  fieldOfParameter,
  rawAttribute,
  shareablePurchase,
  type ShareablePurchase,
} from './shared-fields.ts';

/** Purchases that are looked through for one that a connector is for. */
const LOOKED_AT = 20;
const COUNTED_DAYS = 30;
const NEWEST = 50;

/** What is shared with issuers in the environment, and which one chose it. */
export const getBooster = (context: EnvironmentContext): Promise<BoosterDetail> =>
  reading(context, (trx) => readBoosterDetail(trx, context));

type Found = { readonly record: EventRecord; readonly purchase: ShareablePurchase };

const newestPurchases = async (context: EnvironmentContext): Promise<readonly Found[]> => {
  const { database, tenantId, environmentId } = context;
  const ids = await reading(context, (trx) => listApprovedPurchases(trx, environmentId, LOOKED_AT));
  const found: Found[] = [];
  for (const eventId of ids) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- few, each a segment of its own
    const record = await readEvent(database, { tenantId, environmentId, kind: 'purchase', eventId });
    if (record !== undefined && record.facts.erased !== true)
      found.push({ record, purchase: shareablePurchase(record) });
  }
  return found;
};

const choose = (connectors: readonly BoosterConnector[], { purchase }: Found) => {
  const chosen = chooseConnector(connectors, purchase.cards);
  return chosen && { connector: chosen.connector, card: purchase.cards.findIndex((card) => card === chosen.card) };
};

/** Fields of the newest approved purchase that a connector is for, as they would be sent; masked where the caller sees masks. */
export const previewBooster = async (
  context: EnvironmentContext,
  { attributes, connectors }: BodyOf<typeof previewing>,
): Promise<BoosterPreview> => {
  const all = await newestPurchases(context);
  const fitting = all.find((found) => choose(connectors, found) !== undefined) ?? all[0];
  if (fitting === undefined) return { purchase: null, connector: null, fields: [] };
  const chosen = choose(connectors, fitting);
  const calls = await reading(context, (trx) => listExternalCalls(trx, context.environmentId));
  const call = calls.find(({ id }) => id === chosen?.connector.callId);
  const names: readonly { readonly name: string }[] =
    call?.definition.parameters ?? [...BOOSTER_SIGNALS, ...attributes].map((name) => ({ name }));
  const values = argumentsOf(names, fitting.purchase.fieldsOf(chosen?.card ?? 0), attributes);
  const hasMasks = seesMasks(context, context.environmentId);
  return {
    purchase: { eventId: fitting.record.eventId, receivedAt: fitting.record.receivedAt.toISOString() },
    connector: chosen?.connector.name ?? null,
    fields: names.map(({ name }, index) => {
      const field = fieldOfParameter(name);
      const value = values[index] ?? null;
      const mask = hasMasks && value !== null ? maskedField(field, value) : null;
      return { name, value: mask ?? value, isRaw: rawAttribute(field) !== undefined, isMasked: mask !== null };
    }),
  };
};

const maskedField = (field: BoosterField | undefined, value: string | number | boolean): string | null => {
  const raw = rawAttribute(field);
  return raw === undefined ? null : maskOf(ATTRIBUTE_PATHS[raw], value);
};

const sumOf = (counts: readonly SharingCount[], isCounted: (count: SharingCount) => boolean): number =>
  counts.filter(isCounted).reduce((sum, { purchases }) => sum + purchases, 0);

/** What became of purchases of the environment and those below it that a connector is for. */
export const getBoosterSharings = (context: EnvironmentContext): Promise<BoosterSharings> =>
  reading(context, async (trx) => {
    const { environmentId, clock } = context;
    const tree = await readBoosterTree(trx);
    const ids: readonly Id[] = [environmentId, ...boosterBelow(tree, environmentId).map(({ id }) => id)];
    const from = new Date(clock.now() - COUNTED_DAYS * DAY_MS);
    const counts = Map.groupBy(await countSharings(trx, ids, from), ({ connector }) => connector);
    const newest = await listSharings(trx, ids, NEWEST);
    return {
      from: from.toISOString(),
      counts: [...counts].map(([connector, some]) => ({
        connector,
        waiting: sumOf(some, ({ state }) => state === 'waiting'),
        sent: sumOf(some, ({ state }) => state === 'sent'),
        accepted: sumOf(some, ({ answer }) => answer === 'accepted'),
        declined: sumOf(some, ({ answer }) => answer === 'declined'),
        failed: sumOf(some, ({ state }) => state === 'failed'),
        heldOut: sumOf(some, ({ state }) => state === 'heldOut'),
      })),
      newest: newest.map(({ receivedAt, finishedAt, connector, ...row }) => ({
        ...row,
        environmentName: tree.byId.get(row.environmentId)?.name ?? row.environmentId,
        connector: connector ?? '',
        receivedAt: receivedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
    };
  });
