import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge';

/**
 * The page at `/api/auth`: hands the provider's answer to the waiting page, which may be a frame's parent, a popup's
 * opener or this window's next address. It starts nothing else.
 */
const SIGNED_OUT = '/signed-out';
const LOGOUT_CALL = 961;

const isSigningOut = (): boolean => {
  try {
    const status: unknown = JSON.parse(sessionStorage.getItem('msal.interaction.status') ?? 'null');
    return typeof status === 'object' && status !== null && Reflect.get(status, 'type') === 'signout';
  } catch {
    return false;
  }
};

const signingOut = isSigningOut();

const go = (url: string, apiId: number): Promise<boolean> => {
  location.replace(signingOut || apiId === LOGOUT_CALL ? SIGNED_OUT : url);
  return Promise.resolve(true);
};

// No `await` at the top of a module: the bundler would merge no chunks.
broadcastResponseToMainFrame({
  navigateInternal: (url, { apiId }) => go(url, apiId),
  navigateExternal: (url, { apiId }) => go(url, apiId),
}).catch(() => {
  // No answer in the address: after a sign-out some providers send none; anything else leaves the blank page it is.
  if (signingOut) location.replace(SIGNED_OUT);
});
