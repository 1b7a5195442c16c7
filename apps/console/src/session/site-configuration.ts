import { siteConfiguration, type SiteConfiguration } from '@redoubt/contracts';

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

/** Step 1 of the start-up: what this installation is and where people sign in. */
export const readSiteConfiguration = async (
  fetch: typeof globalThis.fetch,
  tenantId: string | null,
): Promise<SiteConfiguration> => {
  const query = tenantId ? `?${new URLSearchParams({ [TENANT_PARAMETER]: tenantId }).toString()}` : '';
  try {
    const response = await fetch(`/config.json${query}`, { cache: 'no-store' });
    if (!response.ok) throw new Error(`config.json answered ${response.status}`);
    return siteConfiguration.parse(await response.json());
  } catch (cause) {
    throw new SiteUnavailable(cause);
  }
};
