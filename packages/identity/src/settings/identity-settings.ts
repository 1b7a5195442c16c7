import { isGuid } from '@redoubt/kernel';
import { DEFAULT_API_AUDIENCES } from '../applications/token-service.ts';
import { DEFAULT_CLAIM_NAMES, type ClaimNames } from '../verification/trusted-issuer.ts';

/** One environment variable: what it is for and what stands when it is absent. */
export type SettingFacts = { readonly name: string; readonly purpose: string; readonly fallback: string };

/** Every setting of sign-in and tokens; the operator's manual is printed from this table. */
export const IDENTITY_SETTINGS = [
  {
    name: 'OIDC_ISSUER',
    purpose:
      'Issuer of the directory people sign in with, such as https://login.microsoftonline.com/<tenant id>/v2.0. Without it the development sign-in is on.',
    fallback: '',
  },
  {
    name: 'OIDC_CLIENT_ID',
    purpose:
      'Client id of the console, registered as a single-page application with the addresses <origin>/api/auth, <origin>/auth-redirect.html and <origin>/.',
    fallback: 'required with OIDC_ISSUER',
  },
  {
    name: 'OIDC_TENANT_ID',
    purpose: 'GUID of the tenant here that these people belong to.',
    fallback: 'the tenant id inside an Entra ID issuer; required for others',
  },
  {
    name: 'OIDC_TENANT_NAME',
    purpose: 'Name of that tenant as the console shows it.',
    fallback: 'the host of the issuer',
  },
  {
    name: 'OIDC_AUDIENCE',
    purpose: "Accepted audiences of people's access tokens, separated by commas.",
    fallback: 'api://<client id>,<client id>',
  },
  { name: 'OIDC_SCOPE', purpose: "Scope that a person's access token must carry.", fallback: 'access_as_user' },
  {
    name: 'OIDC_REQUEST_SCOPE',
    purpose: 'Scope that the console asks for.',
    fallback: 'api://<client id>/<OIDC_SCOPE> with Entra ID, else OIDC_SCOPE',
  },
  { name: 'OIDC_USER_ID_CLAIM', purpose: 'Claim with the lasting id of a person.', fallback: 'oid, else sub' },
  { name: 'OIDC_NAME_CLAIM', purpose: "Claim with a person's name.", fallback: 'name' },
  {
    name: 'OIDC_USERNAME_CLAIM',
    purpose: 'Claim with the sign-in name.',
    fallback: 'preferred_username, upn, unique_name or email',
  },
  {
    name: 'OIDC_ROLES_CLAIM',
    purpose: 'Claim with roles or groups; dots reach into objects, as in realm_access.roles.',
    fallback: 'roles',
  },
  {
    name: 'OIDC_ROLES_MAP',
    purpose: 'Value of that claim = product role key, separated by commas, as in fraud-team=FraudEngineer.',
    fallback: 'values are role keys already',
  },
  { name: 'OIDC_DIRECTORY_ROLES_CLAIM', purpose: 'Claim with directory role ids.', fallback: 'wids' },
  {
    name: 'OIDC_GROUPS_CLAIM',
    purpose: 'Claim with the groups of a person, which roles can be given to under Access control.',
    fallback: 'groups',
  },
  {
    name: 'API_AUDIENCES',
    purpose: 'Resources that applications may ask tokens for, separated by commas.',
    fallback: DEFAULT_API_AUDIENCES.join(','),
  },
] as const satisfies readonly SettingFacts[];

export type DirectorySettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly audiences: readonly string[];
  readonly personScope: string;
  readonly requestScope: string;
  readonly claims: ClaimNames;
  readonly roleMap: Readonly<Record<string, string>>;
  /** True for Microsoft Entra ID, which the browser's identity client knows by itself. */
  readonly isEntra: boolean;
};

export type IdentitySettings = {
  /** Absent: the development sign-in is on. */
  readonly directory?: DirectorySettings;
  readonly apiAudiences: readonly string[];
};

/** A setting that cannot be used; the message is the sentence to show before exiting. */
export class IdentitySettingsError extends Error {
  override readonly name = 'IdentitySettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const ENTRA_HOSTS = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
]);

const textOf = (environment: Environment, name: (typeof IDENTITY_SETTINGS)[number]['name']): string | undefined => {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
};

const listOf = (text: string | undefined): readonly string[] | undefined =>
  text
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const issuerUrl = (issuer: string): URL => {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    throw new IdentitySettingsError(`OIDC_ISSUER must be an https address, but is "${issuer}".`);
  }
  return url;
};

const roleMapOf = (text: string | undefined): Readonly<Record<string, string>> => {
  const pairs = (listOf(text) ?? []).map((pair) => {
    const at = pair.lastIndexOf('=');
    if (at < 1 || at === pair.length - 1) {
      throw new IdentitySettingsError(
        `OIDC_ROLES_MAP must be pairs like group=role separated by commas, but has "${pair}".`,
      );
    }
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs);
};

const tenantIdOf = (environment: Environment, url: URL, isEntra: boolean): string => {
  const inIssuer = isEntra ? url.pathname.split('/')[1] : undefined;
  const tenantId = textOf(environment, 'OIDC_TENANT_ID') ?? inIssuer;
  if (tenantId === undefined || !isGuid(tenantId)) {
    throw new IdentitySettingsError(
      isEntra
        ? 'OIDC_ISSUER must name one tenant by its id, as in https://login.microsoftonline.com/<tenant id>/v2.0.'
        : 'OIDC_TENANT_ID must be the GUID of the tenant that people of OIDC_ISSUER belong to.',
    );
  }
  return tenantId.toLowerCase();
};

const directoryOf = (environment: Environment, issuer: string): DirectorySettings => {
  const url = issuerUrl(issuer);
  const isEntra = ENTRA_HOSTS.has(url.hostname);
  const clientId = textOf(environment, 'OIDC_CLIENT_ID');
  if (clientId === undefined) {
    throw new IdentitySettingsError(
      'OIDC_CLIENT_ID is missing: set it to the client id of the console at OIDC_ISSUER.',
    );
  }
  const one = (name: Parameters<typeof textOf>[1], fallback: readonly string[]): readonly string[] => {
    const value = textOf(environment, name);
    return value === undefined ? fallback : [value];
  };
  const personScope = textOf(environment, 'OIDC_SCOPE') ?? 'access_as_user';
  return {
    issuer,
    clientId,
    tenantId: tenantIdOf(environment, url, isEntra),
    tenantName: textOf(environment, 'OIDC_TENANT_NAME') ?? url.hostname,
    audiences: listOf(textOf(environment, 'OIDC_AUDIENCE')) ?? [`api://${clientId}`, clientId],
    personScope,
    requestScope:
      textOf(environment, 'OIDC_REQUEST_SCOPE') ?? (isEntra ? `api://${clientId}/${personScope}` : personScope),
    claims: {
      userId: one('OIDC_USER_ID_CLAIM', DEFAULT_CLAIM_NAMES.userId),
      name: one('OIDC_NAME_CLAIM', DEFAULT_CLAIM_NAMES.name),
      username: one('OIDC_USERNAME_CLAIM', DEFAULT_CLAIM_NAMES.username),
      roles: textOf(environment, 'OIDC_ROLES_CLAIM') ?? DEFAULT_CLAIM_NAMES.roles,
      directoryRoles: textOf(environment, 'OIDC_DIRECTORY_ROLES_CLAIM') ?? DEFAULT_CLAIM_NAMES.directoryRoles,
      groups: textOf(environment, 'OIDC_GROUPS_CLAIM') ?? DEFAULT_CLAIM_NAMES.groups,
    },
    roleMap: roleMapOf(textOf(environment, 'OIDC_ROLES_MAP')),
    isEntra,
  };
};

/** Reads the settings of sign-in and tokens; throws `IdentitySettingsError` with one clear sentence. */
export const readIdentitySettings = (environment: Environment): IdentitySettings => {
  const issuer = textOf(environment, 'OIDC_ISSUER');
  const apiAudiences = listOf(textOf(environment, 'API_AUDIENCES')) ?? DEFAULT_API_AUDIENCES;
  return issuer === undefined ? { apiAudiences } : { apiAudiences, directory: directoryOf(environment, issuer) };
};
