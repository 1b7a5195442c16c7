export type { ApplicationDirectory, RegisteredApplication } from './applications/application-directory.ts';
export type { RefusedTokenAttempt, TokenAttempt, TokenGuard } from './applications/token-guard.ts';
export {
  createTokenService,
  DEFAULT_API_AUDIENCES,
  type TokenService,
  type TokenServiceOptions,
} from './applications/token-service.ts';
export type { ApplicationCaller, Caller, PersonCaller } from './callers/caller.ts';
export {
  createDevelopmentIdentityProvider,
  type DevelopmentIdentityProvider,
  type DevelopmentIdentityProviderOptions,
} from './development/development-identity-provider.ts';
export { isDirectFromLoopback, isLoopbackHost, type AddressedRequest } from './development/loopback-guard.ts';
export type { DevelopmentPerson, DevelopmentTenant } from './development/people.ts';
export { createIdentity, type Identity, type IdentityOptions } from './identity.ts';
export type { IdentityLog } from './identity-log.ts';
export {
  IDENTITY_SETTINGS,
  IdentitySettingsError,
  readIdentitySettings,
  type DirectorySettings,
  type IdentitySettings,
} from './settings/identity-settings.ts';
export type { SignInFacts } from './sign-in/sign-in-facts.ts';
export { createTokenVerifier, type TokenVerifier, type TokenVerifierOptions } from './verification/token-verifier.ts';
export type { ClaimNames, TenantRule, TrustedIssuer } from './verification/trusted-issuer.ts';
