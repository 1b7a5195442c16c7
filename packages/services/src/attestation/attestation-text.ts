import { ATTESTATION_TEXT_VERSION } from '@redoubt/domain';

/** The statement administrators accept. */
export type AttestationText = {
  /** Names the wording; an acceptance is of one version. */
  readonly version: string;
  /** The operator's own wording as plain text; null for the one the product ships in every language. */
  readonly text: string | null;
};

/** The statement that ships with the product. */
export const BUILT_IN_ATTESTATION: AttestationText = { version: ATTESTATION_TEXT_VERSION, text: null };
