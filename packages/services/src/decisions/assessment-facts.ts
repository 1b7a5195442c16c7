import {
  isBuiltInKind,
  textAt,
  type AssessmentKind,
  type DegradedReason,
  type LoggedAssessmentKind,
} from '@redoubt/domain';
import type { ActionsResult, ControlDraw, EngineResult } from '@redoubt/engine';
import { readAttribute } from '@redoubt/fql';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { PurchaseFacts } from '@redoubt/storage';
import { sharedFacts } from './shared-facts.ts';
import { botScoreIn, deviceAttributesIn } from '../fingerprints/device-facts.ts';

const MAX_INSTRUMENTS = 20;

/** Where each generation keeps what events are searched by. */
type Places = {
  readonly device: string;
  readonly country: readonly string[];
  readonly email: string | null;
  readonly instruments: string;
};
const PURCHASE_PLACES: Places = {
  device: 'deviceContext',
  country: ['user.country', 'shippingAddress.country'],
  email: 'user.email',
  instruments: 'paymentInstrumentList',
};
const ACCOUNT_PLACES: Places = {
  device: 'device',
  country: ['user.countryRegion'],
  email: null,
  instruments: 'paymentInstruments',
};
const PLACES: Readonly<Record<AssessmentKind, Places>> = {
  purchase: PURCHASE_PLACES,
  signUp: PURCHASE_PLACES,
  accountCreation: ACCOUNT_PLACES,
  accountLogin: ACCOUNT_PLACES,
};

const itemsOf = (body: JsonObject, name: string): readonly JsonObject[] => {
  const list = body[name];
  return Array.isArray(list) ? (list as readonly Json[]).filter(isJsonObject) : [];
};

/** The address of an account event: the primary one, else the first, else a user name that is one. */
export const accountEmail = (body: JsonObject): string | null => {
  const items = itemsOf(body, 'email');
  const primary = items.find((item) => textAt(item, 'emailType')?.toLowerCase() === 'primary') ?? items[0];
  const username = textAt(body, 'user.username');
  return (primary && textAt(primary, 'emailValue')) ?? (username?.includes('@') ? username : null);
};

const fullName = (body: JsonObject): string | null => {
  const name = [textAt(body, 'user.firstName'), textAt(body, 'user.lastName')]
    .filter((part) => part !== null)
    .join(' ');
  return name === '' ? null : name;
};

const instrumentIds = (body: JsonObject, name: string): string[] =>
  itemsOf(body, name)
    .slice(0, MAX_INSTRUMENTS)
    .flatMap((item) => textAt(item, 'merchantPaymentInstrumentId') ?? []);

const CARD_START = /^\d{6,8}$/;

const cardStarts = (items: readonly JsonObject[]): readonly string[] =>
  items.slice(0, MAX_INSTRUMENTS).flatMap((item) => {
    const start = textAt(item, 'bin')?.trim() ?? '';
    return CARD_START.test(start) ? [start] : [];
  });

const firstText = (body: JsonObject, paths: readonly string[]): string | null =>
  paths.map((path) => textAt(body, path)).find((found) => found !== null) ?? null;

const firstNumber = (body: JsonObject, paths: readonly string[]): number | null => {
  for (const path of paths) {
    let value: Json | undefined = body;
    for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined;
    if (typeof value === 'number') return value;
  }
  return null;
};

const withCardStarts = (cardNumberStarts: readonly string[]) =>
  cardNumberStarts.length === 0 ? {} : { cardNumberStarts };

/** What events of a defined assessment are searched by: the standard sections, wherever one has it. */
const definedFacts = (body: JsonObject) => ({
  amount: firstNumber(body, ['txnAmount', 'transfer.amount', 'totalAmount']),
  currency: firstText(body, ['currency', 'transfer.currency']),
  userId: firstText(body, ['user.id', 'user.userId']),
  userName: fullName(body) ?? textAt(body, 'user.username'),
  email: firstText(body, ['user.email', 'email', 'custom.email']),
  ipAddress: firstText(body, ['deviceFingerprinting.ipAddress', 'device.ipAddress']),
  country: firstText(body, [
    'user.address.countryRegion',
    'address.countryRegion',
    'billing.countryRegion',
    'shipping.countryRegion',
    'user.countryRegion',
  ]),
  deviceId: firstText(body, [
    'deviceFingerprinting.externalDeviceId',
    'deviceFingerprinting.id',
    'device.externalDeviceId',
    'device.deviceContextId',
    'deviceContextId',
  ]),
  paymentInstrumentIds: [firstText(body, ['payment.instrumentId'])].filter((id) => id !== null),
  ...withCardStarts(cardStarts(isJsonObject(body.payment) ? [body.payment] : [])),
});

const builtInFacts = (kind: AssessmentKind, body: JsonObject) => {
  const { device, country, email, instruments } = PLACES[kind];
  return {
    amount: typeof body.totalAmount === 'number' ? body.totalAmount : null,
    currency: textAt(body, 'currency'),
    userId: textAt(body, 'user.userId'),
    userName: fullName(body) ?? textAt(body, 'user.username'),
    email: email === null ? accountEmail(body) : textAt(body, email),
    ipAddress: textAt(body, `${device}.ipAddress`),
    country: firstText(body, country),
    deviceId: textAt(body, `${device}.externalDeviceId`) ?? textAt(body, `${device}.deviceContextId`),
    paymentInstrumentIds: instrumentIds(body, instruments),
    ...withCardStarts(cardStarts(itemsOf(body, instruments))),
  };
};

const SCORE_STEPS = [{ kind: 'key', key: 'riskScore' }] as const;
const LAST_SCORE = 999;

/** The score that the merchant sent, where rules find `@"riskScore"`; null where there is none from 0 to 999. No model scores events here. */
export const sentScore = (body: JsonObject): number | null => {
  const score = readAttribute(body, {}, SCORE_STEPS);
  return typeof score === 'number' && score >= 0 && score < LAST_SCORE + 1 ? Math.floor(score) : null;
};

/** What events of a kind are searched by. */
export const searchedFacts = (kind: LoggedAssessmentKind, body: JsonObject) =>
  isBuiltInKind(kind) ? builtInFacts(kind, body) : definedFacts(body);

const ruleHits = (result: EngineResult): PurchaseFacts['hits'] =>
  result.hits.flatMap((hit) =>
    hit.clauseNames.map((clause) => ({
      ruleId: hit.ruleId,
      clause,
      decision: hit.ruleId === result.rule?.id && clause === result.clause ? result.decision : null,
    })),
  );

/** Clauses of actions that fired; they decide nothing. */
const actionHits = ({ trace }: ActionsResult): PurchaseFacts['hits'] =>
  trace.flatMap(({ actionId, steps }) =>
    steps
      .filter(({ outcome }) => outcome === 'fired')
      .map(({ part }) => ({ ruleId: actionId, clause: part, decision: null, action: true })),
  );

const controlFacts = ({ probability, stopped }: ControlDraw): NonNullable<PurchaseFacts['control']> => ({
  probability,
  stopped:
    stopped === null || stopped.rule === null
      ? null
      : { decision: stopped.decision, ruleId: stopped.rule.id, rule: stopped.rule.name, clause: stopped.clause },
});

const COUNTRY = /^[A-Z]{2}$/;

/** What monitors count of the device session that was found; undefined where nothing of it is known. */
const sessionFacts = (generated: JsonObject): PurchaseFacts['session'] => {
  const { deviceCountryCode } = deviceAttributesIn(generated, ['deviceCountryCode']);
  const botScore = botScoreIn(generated);
  const hasCountry = typeof deviceCountryCode === 'string' && COUNTRY.test(deviceCountryCode);
  if (!hasCountry && botScore === undefined) return undefined;
  return { ...(hasCountry && { country: deviceCountryCode }), ...(botScore !== undefined && { botScore }) };
};

/**
 * What search, links and roll-ups keep of an assessment and its decision. The body carries canonical names.
 * @param generated what the product added for rules: the device session, where one was found
 * @param degraded what the rules asked for and did not get
 */
export const assessmentFacts = (
  kind: LoggedAssessmentKind,
  body: JsonObject,
  result: EngineResult,
  {
    latencyUs,
    generated,
    degraded = [],
  }: {
    readonly latencyUs: number;
    readonly generated: JsonObject;
    readonly degraded?: readonly DegradedReason[];
  },
): PurchaseFacts => {
  const session = sessionFacts(generated);
  const shared = sharedFacts(body);
  return {
    decision: result.decision,
    reason: result.reason,
    ruleId: result.rule?.id ?? null,
    rule: result.rule?.name ?? null,
    clause: result.clause,
    hits: result.actions === undefined ? ruleHits(result) : [...ruleHits(result), ...actionHits(result.actions)],
    ...searchedFacts(kind, body),
    ...(result.control && { control: controlFacts(result.control) }),
    riskScore: sentScore(body),
    ...(session && { session }),
    ...(shared && { shared }),
    ...(degraded.length > 0 && { degraded }),
    latencyUs,
  };
};
