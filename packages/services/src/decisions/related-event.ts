import { fail, type RelatedKind } from '@redoubt/domain';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import type { RelatedFacts } from '@redoubt/storage';

const text = (body: JsonObject, name: string): string | null => {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** A label names a purchase only where its object type says so; others label an account, an instrument, an e-mail. */
const purchaseIdOf = (kind: RelatedKind, body: JsonObject): string | null => {
  if (kind !== 'label') return text(body, 'purchaseId');
  return text(body, 'labelObjectType')?.toUpperCase() === 'PURCHASE' ? text(body, 'labelObjectId') : null;
};

/**
 * Id of a status, chargeback or label within its kind: several events with one id are one thing told in parts, merged
 * field by field.
 */
const relatedId = (kind: RelatedKind, body: JsonObject): string => {
  const id =
    kind === 'label'
      ? `${(text(body, 'labelObjectType') ?? '').toUpperCase()}:${text(body, 'labelObjectId') ?? ''}`
      : text(body, kind === 'chargeback' ? 'chargebackId' : 'purchaseId');
  if (id === null) throw fail('REQ-INVALID', { problems: 'the event carries no id' });
  return id;
};

/** What the log keeps of an event about a purchase, from its shaped body. */
export const relatedFacts = (
  kind: RelatedKind,
  body: JsonObject,
): { readonly id: string; readonly facts: RelatedFacts } => {
  const metadata = isJsonObject(body._metadata) ? body._metadata : {};
  const { _metadata, ...rest } = body;
  return {
    id: relatedId(kind, body),
    facts: {
      purchaseId: purchaseIdOf(kind, body),
      merchantTimeStamp: text(metadata, 'merchantTimeStamp'),
      trackingId: text(metadata, 'trackingId'),
      body: rest,
    },
  };
};
