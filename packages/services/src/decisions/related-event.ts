import {
  kindFacts,
  fail,
  isDefinedKind,
  relatedBody,
  subjectOf,
  textAt,
  type LoggedRelatedKind,
} from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import type { RelatedFacts } from '@redoubt/storage';

/**
 * Id of a later event within its kind: several events with one id are one thing reported in parts, merged field by field.
 * Labels of both generations about one object are one label.
 */
const relatedId = (kind: LoggedRelatedKind, body: JsonObject, said: JsonObject): string => {
  const id = textAt(body, kindFacts(kind).id);
  if (id === null) throw fail('REQ-INVALID', { problems: 'the event carries no id' });
  if (kindFacts(kind).role !== 'label') return id;
  // A wizard assessment has one label of an event; the others tell theirs apart by what is labelled.
  return isDefinedKind(kind) ? id : `${(textAt(said, 'labelObjectType') ?? '').toUpperCase()}:${id}`;
};

/** What the log keeps of a later event, from its shaped body. */
export const relatedFacts = (
  kind: LoggedRelatedKind,
  body: JsonObject,
): { readonly id: string; readonly facts: RelatedFacts } => {
  const said = relatedBody(kind, body);
  const metadata = kindFacts(kind).generation === 'purchase' ? '_metadata' : 'metadata';
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
