import type { BodyOf, getSupportAccount as endpoint, SupportAccount } from '@redoubt/contracts';
import { allows, fail, maskOf, SUPPORT_LISTS, supportListOf, type SupportEntity } from '@redoubt/domain';
import { isJsonObject, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import { listReturnedMoney, readEvent, type SearchRow, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { maskSearched } from '../privacy/mask-answers.ts';
import { maskSupportEntry } from '../privacy/mask-lists.ts';
import { getSupportValue } from '../support-lists/support-lists.queries.ts';
import { reading } from '../unit-of-work.ts';
import { findPurchases } from './find-purchases.ts';
import { financialSnapshots } from './financial-snapshot.ts';
import { readListReaders } from './list-readers.ts';

/** Newest purchases whose requests are read for names and instruments. */
const READ_PURCHASES = 20;
/** Payment instruments that are shown. */
const MOST_INSTRUMENTS = 20;

const textAt = (value: Json | undefined, ...path: readonly string[]): string | null => {
  let at: Json | undefined = value;
  for (const step of path) at = isJsonObject(at ?? null) ? (at as JsonObject)[step] : undefined;
  return typeof at === 'string' && at !== '' ? at : null;
};

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== null)),
];

type Instrument = Omit<SupportAccount['instruments'][number], 'status'>;

/** Instruments of some requests, those of the newest first, each once. */
const instrumentsOf = (
  purchases: readonly { readonly row: SearchRow; readonly request: Json }[],
): readonly Instrument[] => {
  const found = new Map<string, Instrument>();
  for (const { row, request } of purchases) {
    const list = isJsonObject(request) ? request['paymentInstrumentList'] : null;
    for (const each of Array.isArray(list) ? (list as readonly Json[]) : []) {
      const id = textAt(each, 'merchantPaymentInstrumentId');
      if (id === null || found.has(id)) continue;
      found.set(id, {
        id,
        type: textAt(each, 'type'),
        cardType: textAt(each, 'cardType'),
        lastDigits: textAt(each, 'lastFourDigits'),
        newest: row.eventTime.toISOString(),
      });
    }
  }
  return [...found.values()].slice(0, MOST_INSTRUMENTS);
};

const statusOf = async (context: EnvironmentContext, entity: SupportEntity, value: string) => ({
  entity,
  value,
  ...(await getSupportValue(context, entity, { value })),
});

/** Lists whose statuses an account shows. */
const SHOWN_LISTS = new Set<SupportEntity>(['userId', 'email', 'paymentInstrument']);

const readersOf = async (trx: TenantTransaction, environmentId: Id): Promise<SupportAccount['readers']> => {
  const readers: SupportAccount['readers'] = [];
  for (const { entity, name } of SUPPORT_LISTS.filter((list) => SHOWN_LISTS.has(list.entity)))
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    readers.push({ entity, texts: [...(await readListReaders(trx, environmentId, name))] });
  return readers;
};

/** The user of a purchase. Throws EVENT-UNKNOWN, also where it has none. */
const userOf = async (
  { database, tenantId, environmentId }: EnvironmentContext,
  purchaseId: string,
): Promise<string> => {
  const event = await readEvent(database, { tenantId, environmentId, kind: 'purchase', eventId: purchaseId });
  const userId = event?.facts.userId ?? null;
  if (userId === null) throw fail('EVENT-UNKNOWN', { id: purchaseId });
  return userId;
};

type ListStatus = SupportAccount['statuses'][number];

const maskStatus = ({ entity, value, current, earlier }: ListStatus): ListStatus => ({
  entity,
  value: maskOf(supportListOf(entity).attribute, value) ?? value,
  current: current && maskSupportEntry(entity, current),
  earlier: earlier.map((entry) => maskSupportEntry(entity, entry)),
});

const maskAccount = (account: SupportAccount): SupportAccount => ({
  ...account,
  userId: maskSearched('userId', account.userId),
  names: account.names.map((name) => maskSearched('userName', name)),
  emails: account.emails.map((email) => maskSearched('email', email)),
  statuses: account.statuses.map(maskStatus),
  instruments: account.instruments.map(({ id, status, ...instrument }) => ({
    ...instrument,
    id: maskSearched('paymentInstrumentId', id),
    status: maskStatus(status),
  })),
});

/**
 * An account as its purchases in the environment tell it, in a time range: what it spent and got back, what stands out, its
 * instruments, and what the support lists say of them. Throws SRCH-RANGE-TOO-LONG,
 * SRCH-TIMEOUT, EVENT-UNKNOWN.
 */
export const getSupportAccount = async (
  context: EnvironmentContext,
  { from, to, ...asked }: BodyOf<typeof endpoint>,
): Promise<SupportAccount> => {
  const { tenantId, environmentId, database, clock } = context;
  const userId = 'userId' in asked ? asked.userId : await userOf(context, asked.purchaseId);
  const { rows, isCut } = await findPurchases(context, { by: 'userId', value: userId, from, to });
  const purchases: { readonly row: SearchRow; readonly request: Json }[] = [];
  for (const row of rows.slice(0, READ_PURCHASES)) {
    const { eventId } = row;
    const event = await readEvent(database, { tenantId, environmentId, kind: 'purchase', eventId });
    if (event) purchases.push({ row, request: event.request });
  }
  const { returned, readers } = await reading(context, async (trx) => ({
    returned: await listReturnedMoney(
      trx,
      environmentId,
      rows.map(({ eventId }) => eventId),
    ),
    readers: await readersOf(trx, environmentId),
  }));
  const emails = distinct(rows.map(({ email }) => email));
  const statuses = [await statusOf(context, 'userId', userId)];
  for (const email of emails) statuses.push(await statusOf(context, 'email', email));
  const instruments: SupportAccount['instruments'] = [];
  for (const each of instrumentsOf(purchases))
    instruments.push({ ...each, status: await statusOf(context, 'paymentInstrument', each.id) });
  const account: SupportAccount = {
    userId,
    names: distinct(rows.map(({ userName }) => userName)),
    emails,
    memberSince: purchases.map(({ request }) => textAt(request, 'user', 'creationDate')).find(Boolean) ?? null,
    firstSeen: rows.at(-1)?.eventTime.toISOString() ?? null,
    statuses,
    instruments,
    snapshots: [
      ...financialSnapshots(rows, returned, { fromMs: Date.parse(from), toMs: Date.parse(to), nowMs: clock.now() }),
    ],
    readers,
    isCut,
    canChange: allows(context.capabilities, 'supportListStatus:write'),
  };
  return seesMasks(context, environmentId) ? maskAccount(account) : account;
};
