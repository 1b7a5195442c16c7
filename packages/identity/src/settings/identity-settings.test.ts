import { describe, expect, test } from 'vitest';
import { IDENTITY_SETTINGS, readIdentitySettings } from './identity-settings.ts';

const TENANT = '11111111-1111-4111-8111-111111111111';
const ENTRA = { OIDC_ISSUER: `https://login.microsoftonline.com/${TENANT}/v2.0`, OIDC_CLIENT_ID: 'client' };

describe('settings', () => {
  test('mean the development sign-in when no issuer is named', () => {
    expect(readIdentitySettings({}).directory).toBeUndefined();
    expect(readIdentitySettings({ OIDC_ISSUER: ' ' }).directory).toBeUndefined();
  });

  test('of Entra ID need an issuer and a client id only', () => {
    expect(readIdentitySettings(ENTRA).directory).toMatchObject({
      tenantId: TENANT,
      audiences: ['api://client', 'client'],
      requestScope: 'api://client/access_as_user',
      personScope: 'access_as_user',
      isEntra: true,
    });
  });

  test('of another provider say where roles stand and what they mean here', () => {
    const settings = readIdentitySettings({
      OIDC_ISSUER: 'https://sso.example/realms/fraud',
      OIDC_CLIENT_ID: 'redoubt',
      OIDC_TENANT_ID: TENANT.toUpperCase(),
      OIDC_AUDIENCE: 'redoubt-api, redoubt',
      OIDC_SCOPE: 'openid',
      OIDC_ROLES_CLAIM: 'realm_access.roles',
      OIDC_ROLES_MAP: 'fraud-team=FraudEngineer, cn=admins=ProductAdmin',
      API_AUDIENCES: 'https://fraud.example',
    });
    expect(settings).toMatchObject({
      apiAudiences: ['https://fraud.example'],
      directory: {
        tenantId: TENANT,
        tenantName: 'sso.example',
        audiences: ['redoubt-api', 'redoubt'],
        requestScope: 'openid',
        claims: { roles: 'realm_access.roles', userId: ['oid', 'sub'] },
        roleMap: { 'fraud-team': 'FraudEngineer', 'cn=admins': 'ProductAdmin' },
      },
    });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'an issuer without https',
      { ...ENTRA, OIDC_ISSUER: 'http://sso.example' },
      /OIDC_ISSUER must be an https address/,
    ],
    ['an issuer that is no address', { ...ENTRA, OIDC_ISSUER: 'sso' }, /OIDC_ISSUER must be an https address/],
    ['no client id', { OIDC_ISSUER: ENTRA.OIDC_ISSUER }, /OIDC_CLIENT_ID is missing/],
    [
      'Entra ID for every tenant',
      { ...ENTRA, OIDC_ISSUER: 'https://login.microsoftonline.com/organizations/v2.0' },
      /name one tenant by its id/,
    ],
    [
      'another provider without a tenant',
      { ...ENTRA, OIDC_ISSUER: 'https://sso.example' },
      /OIDC_TENANT_ID must be the GUID/,
    ],
    ['a role map without roles', { ...ENTRA, OIDC_ROLES_MAP: 'fraud-team' }, /OIDC_ROLES_MAP must be pairs/],
  ])('refuse %s with a sentence', (_title, environment, sentence) => {
    expect(() => readIdentitySettings(environment)).toThrow(sentence);
  });

  test('are each documented once', () => {
    const names = IDENTITY_SETTINGS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
