import { isLoopbackHost, type IdentitySettings } from '@redoubt/identity';
import { BootError } from '@redoubt/storage';
import type { Settings } from './settings.ts';

const REMEDY =
  'set OIDC_ISSUER to sign in with your directory, or for an evaluation DEVELOPMENT_SIGN_IN=shared with PUBLIC_ORIGIN=https://… (TLS in front), or open http://localhost through a tunnel (ssh -L)';

/** @throws `BootError` with the remedy for a start after which no person could sign in, or every visitor could. */
export const checkAddress = (
  settings: Pick<Settings, 'HOST' | 'origin' | 'DEVELOPMENT_SIGN_IN'>,
  { directory }: IdentitySettings,
): void => {
  if (directory !== undefined) return;
  const { hostname, protocol } = new URL(settings.origin);
  if (settings.DEVELOPMENT_SIGN_IN === 'shared') {
    if (protocol === 'https:') return;
    throw new BootError(
      'DEVELOPMENT_SIGN_IN=shared needs TLS in front: set PUBLIC_ORIGIN=https://… as browsers reach it.',
    );
  }
  if (isLoopbackHost(settings.HOST) && isLoopbackHost(hostname)) return;
  const wrong = isLoopbackHost(settings.HOST) ? `PUBLIC_ORIGIN=${settings.origin}` : `HOST=${settings.HOST}`;
  throw new BootError(
    `The development sign-in answers this machine alone, so nobody could sign in with ${wrong}: ${REMEDY}.`,
  );
};
