import { readIdentitySettings } from '@redoubt/identity';
import { expect, it } from 'vitest';
import { checkAddress } from './check-address.ts';
import { readSettings } from './settings.ts';

const DIRECTORY = {
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_TENANT_ID: '11111111-1111-4111-8111-111111111111',
};
const start = (variables: Record<string, string>) => () =>
  checkAddress(readSettings(variables), readIdentitySettings(variables));

it('starts where people can sign in: on this machine, shared behind TLS, or with a directory', () => {
  expect(start({})).not.toThrow();
  expect(start({ HOST: '127.0.0.1' })).not.toThrow();
  expect(
    start({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://eval.example', DEVELOPMENT_SIGN_IN: 'shared' }),
  ).not.toThrow();
  expect(start({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://eval.example', ...DIRECTORY })).not.toThrow();
});

it('refuses a shared machine without a directory, and names the remedies', () => {
  for (const variables of [{ HOST: '0.0.0.0' }, { PUBLIC_ORIGIN: 'https://eval.example' }]) {
    expect(start(variables as Record<string, string>)).toThrow(
      /nobody could sign in with (HOST|PUBLIC_ORIGIN)=.*OIDC_ISSUER.*DEVELOPMENT_SIGN_IN=shared.*ssh -L/,
    );
  }
  expect(start({ HOST: '0.0.0.0', DEVELOPMENT_SIGN_IN: 'shared' })).toThrow(/needs TLS in front/);
});
