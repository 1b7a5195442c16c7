import type { EngineResult } from '@redoubt/engine';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { PurchaseFacts } from '@redoubt/storage';

const MAX_INSTRUMENTS = 20;

const objectAt = (owner: JsonObject, name: string): JsonObject => {
  const member = owner[name];
  return isJsonObject(member) ? member : {};
};

/** Text of a field that may be missing or, for a name we do not know, of another type; empty counts as missing. */
const textAt = (owner: JsonObject, name: string): string | null => {
  const member: Json | undefined = owner[name];
  return typeof member === 'string' && member !== '' ? member : null;
};

const fullName = (user: JsonObject): string | null => {
  const name = [textAt(user, 'firstName'), textAt(user, 'lastName')].filter((part) => part !== null).join(' ');
  return name === '' ? null : name;
};

const instrumentIds = (body: JsonObject): string[] => {
  const list = body.paymentInstrumentList;
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[])
    .slice(0, MAX_INSTRUMENTS)
    .flatMap((item) => (isJsonObject(item) ? (textAt(item, 'merchantPaymentInstrumentId') ?? []) : []));
};

/** What search, links and roll-ups keep of a purchase and its decision. The body carries canonical names. */
export const purchaseFacts = (body: JsonObject, result: EngineResult, latencyUs: number): PurchaseFacts => {
  const user = objectAt(body, 'user');
  const device = objectAt(body, 'deviceContext');
  const shipping = objectAt(body, 'shippingAddress');
  return {
    decision: result.decision,
    reason: result.reason,
    ruleId: result.rule?.id ?? null,
    rule: result.rule?.name ?? null,
    clause: result.clause,
    hits: result.hits.flatMap((hit) =>
      hit.clauseNames.map((clause) => ({
        ruleId: hit.ruleId,
        clause,
        decision: hit.ruleId === result.rule?.id && clause === result.clause ? result.decision : null,
      })),
    ),
    amount: typeof body.totalAmount === 'number' ? body.totalAmount : null,
    currency: textAt(body, 'currency'),
    userId: textAt(user, 'userId'),
    userName: fullName(user),
    email: textAt(user, 'email'),
    ipAddress: textAt(device, 'ipAddress'),
    country: textAt(user, 'country') ?? textAt(shipping, 'country'),
    deviceId: textAt(device, 'externalDeviceId') ?? textAt(device, 'deviceContextId'),
    paymentInstrumentIds: instrumentIds(body),
    riskScore: null,
    latencyUs,
  };
};
