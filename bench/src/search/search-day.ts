import { DAY_MS, newId, seededRandom, type Id } from '@redoubt/kernel';
import type { LogEvent, PurchaseFacts } from '@redoubt/storage';
import { aPurchase, aRelatedEvent } from '@redoubt/testing/database';

type Place = { readonly tenantId: Id; readonly environmentId: Id };

/** Purchases of one day, the same for every day; what is rare happens on the day before alone. */
export type SearchDay = { readonly purchases: number; readonly fromMs: number };

/** An attribute that was made searchable. */
export const SEGMENT = 'customData.segment';
const RULES = { common: newId(), middling: newId(), rare: newId() } as const;
const RARE_PURCHASES = 3;
/** Purchases of a value of the middle, on each day. */
const MIDDLING = 10;

/** One purchase of that many. */
const oneIn = (number: number, of: number, rest = 0): boolean => number % of === rest;

/** The clause of a rule that decided. */
const decidedBy = (size: keyof typeof RULES, decision: 'Review' | 'Challenge'): Partial<PurchaseFacts> => ({
  decision,
  reason: `${size} reason`,
  ruleId: RULES[size],
  rule: `Rule ${size}`,
  clause: `Clause ${size}`,
  hits: [{ ruleId: RULES[size], clause: `Clause ${size}`, decision }],
});

const usual = (number: number, purchases: number): Partial<PurchaseFacts> => {
  const random = seededRandom(number + 1);
  const isHot = oneIn(number, 100);
  const group = number % Math.max(1, Math.floor(purchases / MIDDLING));
  /** The value that a hundredth of all purchases have, one that few of a day have, or none where only some have any. */
  const value = (name: string, of = 1): string | null => {
    if (isHot) return `${name}-hot`;
    return oneIn(group, of) ? `${name}-${group}` : null;
  };
  const card = value('card', 2);
  const isMiddling = oneIn(number, Math.ceil(purchases / MIDDLING), 1);
  const decided = oneIn(number, 25, 1) ? decidedBy('common', 'Review') : {};
  return {
    amount: Math.round(random() * 20_000) / 100,
    currency: isMiddling ? 'SEK' : 'EUR',
    country: isMiddling ? 'SE' : 'DE',
    userId: value('user'),
    userName: isHot ? 'Ada Hot' : oneIn(group, 10) ? `Ada Name${group}` : null,
    email: isHot ? 'hot@shop.example' : `mail${group}@shop.example`,
    ipAddress: value('address', 2),
    deviceId: value('device', 4),
    paymentInstrumentIds: card === null ? [] : [card],
    ...(oneIn(number, 20) && { cardNumberStarts: [isHot ? '41111111' : `5${String(group).padStart(7, '0')}`] }),
    riskScore: Math.floor(random() * 1000),
    own: { [SEGMENT]: [isMiddling ? 'gold' : 'plain'] },
    reportFields: { ipCountry: isMiddling ? 'SE' : 'DE' },
    ...(oneIn(number, 50, 3) && { degraded: ['externalCall' as const] }),
    ...(isMiddling && { degraded: ['list' as const] }),
    ...decided,
    ...(isMiddling && decidedBy('middling', 'Review')),
  };
};

const RARE: Partial<PurchaseFacts> = {
  ...decidedBy('rare', 'Challenge'),
  amount: 77_777.77,
  currency: 'XOF',
  country: 'SN',
  userId: 'user-rare',
  userName: 'Grace Rare',
  email: 'rare@shop.example',
  ipAddress: 'address-rare',
  deviceId: 'device-rare',
  paymentInstrumentIds: ['card-rare'],
  cardNumberStarts: ['60110000'],
  riskScore: 1000,
  degraded: ['velocity'],
  own: { [SEGMENT]: ['rare'] },
  reportFields: { ipCountry: 'SN' },
};

/** A label and a status, each of so many purchases. */
const laterOf = (place: Place, number: number, eventId: string, atMs: number): readonly LogEvent[] => {
  const at = { receivedAtMs: atMs, eventTimeMs: atMs };
  const about = { purchaseId: eventId, merchantTimeStamp: null, trackingId: null };
  return [
    ...(oneIn(number, 100, 7)
      ? [aRelatedEvent(place, 'label', { ...about, body: { isFraud: oneIn(number, 5000, 7) } }, at)]
      : []),
    ...(oneIn(number, 100, 9)
      ? [aRelatedEvent(place, 'purchaseStatus', { ...about, body: { statusType: 'Approved' } }, at)]
      : []),
  ];
};

/** A purchase of a day and what is said of it later; ids of later days are those of the first with the number of the day. */
export const purchaseOfDay = (place: Place, { purchases, fromMs }: SearchDay, number: number, day: number) => {
  const eventId = `found-${String(number).padStart(9, '0')}${day === 0 ? '' : `-${day}`}`;
  const atMs = Math.floor(fromMs + day * DAY_MS + (number / purchases) * DAY_MS);
  const at = { eventId, eventTimeMs: atMs, receivedAtMs: atMs };
  return [aPurchase(place, at, usual(number, purchases)), ...laterOf(place, number, eventId, atMs)];
};

/** The purchases that are found by what is rare, in the hour before the first day. */
export const rarePurchases = (place: Place, { fromMs }: SearchDay): readonly LogEvent[] =>
  Array.from({ length: RARE_PURCHASES }, (_, number) => {
    const atMs = fromMs - 3_600_000 + number;
    return aPurchase(place, { eventId: `rare-${number}`, eventTimeMs: atMs, receivedAtMs: atMs }, RARE);
  });

/** What fields are asked for: a value of many purchases, one of some, one of three in the oldest day, and one of none. */
export type AskedField = {
  readonly field: string;
  readonly operator?: 'startsWith';
  readonly values: Readonly<Partial<Record<'frequent' | 'middling' | 'rare' | 'none', string>>>;
};

const byName = (name: string) => ({
  frequent: `${name}-hot`,
  middling: `${name}-40`,
  rare: `${name}-rare`,
  none: `${name}-none`,
});
const byRule = (suffix: string) => ({
  frequent: `${RULES.common}${suffix}`,
  middling: `${RULES.middling}${suffix}`,
  rare: `${RULES.rare}${suffix}`,
  none: `${newId()}${suffix}`,
});
const spoken = (word: string) => ({
  frequent: `${word} common`,
  middling: `${word} middling`,
  rare: `${word} rare`,
  none: `${word} none`,
});

/** Every field that search offers. */
export const ASKED_FIELDS: readonly AskedField[] = [
  { field: 'eventId', values: { rare: 'rare-1', none: 'none' } },
  { field: 'decision', values: { frequent: 'Approve', middling: 'Review', rare: 'Challenge', none: 'Reject' } },
  {
    field: 'reason',
    values: { frequent: 'common reason', middling: 'middling reason', rare: 'rare reason', none: 'none' },
  },
  { field: 'rule', values: spoken('Rule') },
  { field: 'clause', values: spoken('Clause') },
  { field: 'amount', values: { rare: '77777.77', none: '88888.88' } },
  { field: 'currency', values: { frequent: 'EUR', middling: 'SEK', rare: 'XOF', none: 'XXX' } },
  { field: 'userId', values: byName('user') },
  {
    field: 'userName',
    operator: 'startsWith',
    values: { frequent: 'ada', middling: 'ada name40', rare: 'grace', none: 'nobody' },
  },
  {
    field: 'email',
    values: {
      frequent: 'hot@shop.example',
      middling: 'mail40@shop.example',
      rare: 'rare@shop.example',
      none: 'none@shop.example',
    },
  },
  { field: 'ipAddress', values: byName('address') },
  { field: 'country', values: { frequent: 'DE', middling: 'SE', rare: 'SN', none: 'XX' } },
  { field: 'deviceId', values: byName('device') },
  { field: 'paymentInstrumentId', values: byName('card') },
  {
    field: 'cardNumberStart',
    operator: 'startsWith',
    values: { frequent: '4111', middling: '50000040', rare: '601100', none: '340000' },
  },
  { field: 'hit', values: byRule('') },
  { field: 'decidedBy', values: byRule('') },
  { field: 'degraded', values: { frequent: 'externalCall', middling: 'list', rare: 'velocity', none: 'model' } },
  { field: 'riskScore', values: { frequent: '40', rare: '1000', none: '1001' } },
  { field: 'fraudLabel', values: { frequent: 'None', middling: 'Fraud' } },
  { field: 'status', values: { frequent: 'Approved', none: 'Nothing' } },
  { field: 'observation', values: { frequent: 'purchaseStatus', none: 'chargeback' } },
  { field: `own:${SEGMENT}`, values: { frequent: 'plain', middling: 'gold', rare: 'rare', none: 'none' } },
  { field: 'field:ipCountry', values: { frequent: 'DE', middling: 'SE', rare: 'SN', none: 'XX' } },
];
