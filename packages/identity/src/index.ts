export type { ApplicationDirectory } from './applications/application-directory.ts';
export type { TokenAttempt, TokenGuard } from './applications/token-guard.ts';
export { DEFAULT_API_AUDIENCES } from './applications/token-service.ts';
export type { ApplicationCaller, Caller, PersonCaller, SignIn } from './callers/caller.ts';
export {
  createDevelopmentIdentityProvider,
  type DevelopmentIdentityProvider,
} from './development/development-identity-provider.ts';
export { isDirectFromLoopback, isLoopbackHost } from './development/loopback-guard.ts';
export { createIdentity, type Identity } from './identity.ts';
export {
  IDENTITY_SETTINGS,
  IdentitySettingsError,
  readIdentitySettings,
  type IdentitySettings,
} from './settings/identity-settings.ts';
