import type { LoggedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { createHmac } from 'node:crypto';
import { hashingKeysOf, type HashingKey } from './hashing-keys.ts';
import { createSecretBox } from './secret-box.ts';

/** What of a person may be written down: digests that tell two apart, and a value that only this installation opens. */
export type SubjectKeys = {
  /** Tells whether two requests are about the same person; says nothing about who that is. */
  readonly digest: (tenantId: Id, subject: SubjectOf) => string;
  readonly seal: (value: string, requestId: Id) => string;
  /** Undefined where the installation's key is another one than when it was sealed. */
  readonly open: (sealed: string, requestId: Id) => string | undefined;
  /** Takes the place of the id of an erased event. */
  readonly hashEventId: HashEventId;
};

/** Who a request is about. */
export type SubjectOf = { readonly assessment: string; readonly property: string; readonly value: string };

export type HashEventId = (event: {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: LoggedKind;
  readonly eventId: string;
}) => string;

const DIGEST_CHARACTERS = 22;
/** Where the value of a request belongs. */
export const subjectRequestPlace = (requestId: Id): string => `subject request ${requestId}`;

/**
 * @param hashingKey behind the hashes: with another one, no erased event is recognised.
 * @param sealingKeys behind sealed values; the same one where absent.
 */
export const createSubjectKeys = (hashingKey: HashingKey, sealingKeys?: readonly string[]): SubjectKeys => {
  const keys = hashingKeysOf(hashingKey);
  const box = createSecretBox(sealingKeys ?? keys.installation);
  const hash = (what: string, tenantId: Id, ...parts: readonly string[]): string =>
    createHmac('sha256', keys.of(tenantId))
      .update(JSON.stringify([what, tenantId, ...parts]))
      .digest('base64url')
      .slice(0, DIGEST_CHARACTERS);
  return {
    digest: (tenantId, { assessment, property, value }) => hash('data subject', tenantId, assessment, property, value),
    seal: (value, requestId) => box.seal(value, subjectRequestPlace(requestId)),
    open: (sealed, requestId) => box.open(sealed, subjectRequestPlace(requestId)),
    hashEventId: ({ tenantId, environmentId, kind, eventId }) =>
      `erased:${hash('erased event', tenantId, environmentId, kind, eventId)}`,
  };
};
