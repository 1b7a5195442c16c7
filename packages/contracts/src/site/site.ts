import { z } from 'zod';

/**
 * What `GET /config.json` answers (anonymous, `no-store`): everything the console must know before sign-in
 * (`docs/reference/console.md#start-up` step 1). Served at run time, so pointing an installation at another identity
 * provider needs no build.
 */
export const siteConfiguration = z.object({
  /** Client id of the console at the identity provider. */
  appId: z.string().min(1),
  tenantName: z.string(),
  /** GUID of the only tenant that may sign in, or `organizations` for any. */
  tenantId: z.string().min(1),
  /** Deployment target. */
  environment: z.enum(['development', 'sandbox', 'production']),
  /** Authority as MSAL wants it; `https`, even where metadata below points at plain http on loopback. */
  authority: z.string().min(1),
  knownAuthorities: z.array(z.string()).default([]),
  /** JSON text with issuer, authorization, token, end-session and key addresses; saves discovery. */
  authorityMetadata: z.string().nullable().default(null),
  /** Scopes of every token request; never empty. */
  scopes: z.array(z.string().min(1)).min(1),
  /** Origins merchants send events to, shown for copying. */
  productionResourceUri: z.string(),
  sandboxResourceUri: z.string(),
  /** Application Insights; null collects and sends nothing. */
  telemetryConnectionString: z.string().nullable().default(null),
  /** Where global administrators ask for support; null where the operator named no place. */
  supportUrl: z.string().nullable().default(null),
  /** Origin that serves the script of device fingerprinting, where that is not the console's. */
  fingerprintOrigin: z.string().nullable().default(null),
  buildLabel: z.string(),
});
export type SiteConfiguration = z.infer<typeof siteConfiguration>;
