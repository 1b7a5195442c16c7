import { z } from 'zod';
import { instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

/**
 * What administrators accept before they work here (`docs/reference/console.md#set-up-attestation-tours`), and where
 * the asking person stands.
 */
export const attestation = z.strictObject({
  /** True for administrators; other people are never asked. */
  isAsked: z.boolean(),
  /** True where it must be accepted now. */
  isDue: z.boolean(),
  textVersion: z.string(),
  /** The operator's own statement as plain text; null for the one the console has in every language. */
  text: z.string().nullable(),
  /** The newest acceptance. */
  accepted: z.strictObject({ at: instant, validUntil: instant, textVersion: z.string() }).nullable(),
});
export type Attestation = z.infer<typeof attestation>;

export const getAttestation = defineEndpoint({
  id: 'attestation.get',
  summary: 'The statement administrators accept, and whether the asking person must accept it now.',
  method: 'GET',
  path: '/platform/v1/attestations',
  permission: 'signedIn',
  response: attestation,
});

export const acceptAttestation = defineEndpoint({
  id: 'attestation.accept',
  summary: 'Accept the statement. Kept with the version of the text, and in the activity log.',
  method: 'POST',
  path: '/platform/v1/attestations',
  permission: 'signedIn',
  body: z.strictObject({
    /** The version that was read. */
    textVersion: z.string().min(1).max(60),
    accepted: z.literal(true),
  }),
  response: attestation,
  errors: ['ATTESTATION-TEXT-CHANGED', 'ATTESTATION-NOT-ASKED'],
});
