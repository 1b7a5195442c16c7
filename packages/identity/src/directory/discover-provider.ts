import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type Json } from '@redoubt/kernel';
import { IdentitySettingsError } from '../settings/identity-settings.ts';

/** The addresses of a provider that this product uses, from its discovery document. */
export type ProviderMetadata = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly endSessionEndpoint: string | undefined;
  readonly jwksUri: string;
};

const RETRY_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000];
const TIME_OUT_MS = 10_000;

const fetchDocument = async (address: string): Promise<Json> => {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(TIME_OUT_MS),
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as Json;
};

const fetchPatiently = async (address: string, retryAfterMs: readonly number[]): Promise<Json> => {
  for (const waitMs of retryAfterMs) {
    try {
      return await fetchDocument(address);
    } catch {
      await sleep(waitMs);
    }
  }
  return fetchDocument(address);
};

const addressIn = (document: Json, name: string): string | undefined => {
  const value = isJsonObject(document) ? document[name] : undefined;
  return typeof value === 'string' && URL.canParse(value) ? value : undefined;
};

/**
 * Reads the provider's discovery document at boot, waiting out a provider that is just starting. Throws
 * `IdentitySettingsError` where it stays away or describes another issuer.
 */
export const discoverProvider = async (
  issuer: string,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Promise<ProviderMetadata> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let document: Json;
  try {
    document = await fetchPatiently(address, retryAfterMs);
  } catch (error) {
    throw new IdentitySettingsError(`The identity provider does not answer at ${address}.`, { cause: error });
  }
  const found = isJsonObject(document) ? document['issuer'] : undefined;
  if (found !== issuer) {
    throw new IdentitySettingsError(
      `OIDC_ISSUER is ${issuer}, but the provider there calls itself ${JSON.stringify(found)}.`,
    );
  }
  const authorizationEndpoint = addressIn(document, 'authorization_endpoint');
  const tokenEndpoint = addressIn(document, 'token_endpoint');
  const jwksUri = addressIn(document, 'jwks_uri');
  if (authorizationEndpoint === undefined || tokenEndpoint === undefined || jwksUri === undefined) {
    throw new IdentitySettingsError(
      `The identity provider at ${address} does not name its authorization, token and key addresses.`,
    );
  }
  const endSessionEndpoint = addressIn(document, 'end_session_endpoint');
  return { issuer, authorizationEndpoint, tokenEndpoint, endSessionEndpoint, jwksUri };
};
