import type { SiteConfiguration } from '@redoubt/contracts';

/** Remembered in the browser: the tenant last signed in to. */
export const LAST_TENANT_KEY = 'DFP/LastTenant';
/** Chooses the tenant of this visit where the installation serves several. */
export const TENANT_PARAMETER = 'tenant';

/** The site could not be read: no server, or not ours. */
export class SiteUnavailable extends Error {
  constructor(cause: unknown) {
    super('The site configuration could not be read', { cause });
    this.name = 'SiteUnavailable';
  }
}

const NEEDED = ['appId', 'tenantId', 'authority'] as const satisfies readonly (keyof SiteConfiguration)[];
const DEFAULTS = {
  knownAuthorities: [],
  authorityMetadata: null,
  telemetryConnectionString: null,
  supportUrl: null,
  fingerprintOrigin: null,
} as const satisfies Partial<SiteConfiguration>;

/** By hand: the library that checks schemas would come before every page for this alone. */
const parse = (answer: unknown): SiteConfiguration => {
  const site: Partial<SiteConfiguration> = typeof answer === 'object' && answer !== null ? answer : {};
  const isWhole =
    NEEDED.every((key) => typeof site[key] === 'string' && site[key] !== '') &&
    Array.isArray(site.scopes) &&
    site.scopes.length > 0;
  if (!isWhole) throw new Error('config.json is not the configuration of a site');
  return { ...DEFAULTS, ...site } as SiteConfiguration;
};

/** Step 1 of the start-up: what this installation is and where people sign in. */
export const readSiteConfiguration = async (
  fetch: typeof globalThis.fetch,
  tenantId: string | null,
): Promise<SiteConfiguration> => {
  const query = tenantId ? `?${new URLSearchParams({ [TENANT_PARAMETER]: tenantId }).toString()}` : '';
  try {
    const response = await fetch(`/config.json${query}`, { cache: 'no-store' });
    if (!response.ok) throw new Error(`config.json answered ${response.status}`);
    return parse(await response.json());
  } catch (cause) {
    throw new SiteUnavailable(cause);
  }
};
