import { EVENT_KINDS, fail, relatedBody, subjectOf, textAt, type RelatedKind } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import type { RelatedFacts } from '@redoubt/storage';

/**
 * Id of a later event within its kind: several events with one id are one thing told in parts, merged field by field.
 * Labels of both generations about one object are one label.
 */
const relatedId = (kind: RelatedKind, body: JsonObject, said: JsonObject): string => {
  const id = textAt(body, EVENT_KINDS[kind].id);
  if (id === null) throw fail('REQ-INVALID', { problems: 'the event carries no id' });
  if (EVENT_KINDS[kind].role !== 'label') return id;
  return `${(textAt(said, 'labelObjectType') ?? '').toUpperCase()}:${id}`;
};

/** What the log keeps of a later event, from its shaped body. */
export const relatedFacts = (
  kind: RelatedKind,
  body: JsonObject,
): { readonly id: string; readonly facts: RelatedFacts } => {
  const said = relatedBody(kind, body);
  const metadata = EVENT_KINDS[kind].generation === 'account' ? 'metadata' : '_metadata';
  return {
    id: relatedId(kind, body, said),
    facts: {
      subject: subjectOf(kind, body),
      merchantTimeStamp: textAt(body, `${metadata}.merchantTimeStamp`),
      trackingId: textAt(body, `${metadata}.trackingId`),
      body: said,
    },
  };
};
