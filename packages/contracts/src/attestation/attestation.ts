import { MAX_ATTESTATION_REASON_CHARACTERS } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, instant, versionTag } from '../common.ts';
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

const switchOf = '/platform/v1/environments/:environmentId/attestation-switch';

/** Whether a tenant asks its administrators to accept the statement, and who decided so. */
export const attestationSwitch = z.strictObject({
  isOn: z.boolean(),
  textVersion: z.string(),
  /** The operator's own statement as plain text; null for the one the console has in every language. */
  text: z.string().nullable(),
  /** Newest first; empty where the tenant asks because no administrator decided otherwise. */
  decisions: z.array(authorship.extend({ isOn: z.boolean(), reason: z.string() })),
  /** Name of the root environment where it is decided; null in it. */
  root: z.string().nullable(),
  /** False where there are roots that the asking person does not administer; the decision is for all. */
  isWhole: z.boolean(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type AttestationSwitch = z.infer<typeof attestationSwitch>;

export const getAttestationSwitch = defineEndpoint({
  id: 'attestationSwitch.get',
  summary: 'The statement of administrators, whether the tenant asks for it, and who decided so.',
  method: 'GET',
  path: switchOf,
  permission: 'adminConfiguration:read',
  params: environmentParams,
  response: attestationSwitch,
  errors: ['ENV-UNKNOWN'],
});

export const putAttestationSwitch = defineEndpoint({
  id: 'attestationSwitch.put',
  summary: 'Decide, with a reason, whether administrators of the tenant are asked to accept the statement.',
  method: 'PUT',
  path: switchOf,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  body: z.strictObject({
    version: versionTag,
    isOn: z.boolean(),
    reason: z.string().trim().min(1).max(MAX_ATTESTATION_REASON_CHARACTERS),
  }),
  response: attestationSwitch,
  errors: ['ATTESTATION-SWITCH-NOT-ROOT', 'ATTESTATION-SWITCH-NOT-WHOLE', 'ATTESTATION-SWITCH-STALE', 'ENV-UNKNOWN'],
});
