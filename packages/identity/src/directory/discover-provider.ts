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

/** The provider cannot be reached or answers with an error; it may do better later. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

const fetchDocument = async (address: string, timeOutMs: number): Promise<Json> => {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(timeOutMs),
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as Json;
};

const addressIn = (document: Json, name: string): string | undefined => {
  const value = isJsonObject(document) ? document[name] : undefined;
  return typeof value === 'string' && URL.canParse(value) ? value : undefined;
};

/**
 * Reads the provider's discovery document. Throws `ProviderAway` where it does not answer, `IdentitySettingsError` where
 * it describes another issuer or too little.
 */
export const discoverProvider = async (issuer: string, timeOutMs: number): Promise<ProviderMetadata> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let document: Json;
  try {
    document = await fetchDocument(address, timeOutMs);
  } catch (error) {
    throw new ProviderAway(`The identity provider does not answer at ${address}.`, { cause: error });
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
