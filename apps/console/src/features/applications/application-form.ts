import type { Application, Applications, NewCredentialBody } from '@redoubt/contracts';
import { DEFAULT_SECRET_LIFE_DAYS, type ApiRole, type CredentialKind, type SECRET_LIFE_DAYS } from '@redoubt/domain';

export type LifeDays = (typeof SECRET_LIFE_DAYS)[number];

/** Roles of one environment while they are chosen; null stands for the whole tenant. */
export type GrantRow = {
  readonly environmentId: string | null;
  /** Name of the environment where it is known from the application itself. */
  readonly environment?: string | null;
  readonly roles: readonly ApiRole[];
};

/** What the person may give where. */
export type GrantChoices = Pick<Applications, 'environments' | 'rolesEverywhere'>;

/** Roles the person may give and take in an environment. */
export const rolesToGive = ({ environments, rolesEverywhere }: GrantChoices, id: string | null): readonly ApiRole[] =>
  id === null ? rolesEverywhere : (environments.find((environment) => environment.id === id)?.roles ?? []);

/** The role a new row begins with. */
export const firstRoles = (choices: GrantChoices, id: string | null): readonly ApiRole[] =>
  rolesToGive(choices, id).slice(0, 1);

export type CredentialForm = {
  readonly kind: CredentialKind;
  readonly lifeDays: LifeDays;
  readonly certificate: { readonly name: string; readonly text: string } | null;
};

export const BLANK_CREDENTIAL: CredentialForm = {
  kind: 'Secret',
  lifeDays: DEFAULT_SECRET_LIFE_DAYS,
  certificate: null,
};

/** A credential as it is asked for; undefined while the certificate is missing. */
export const credentialBody = ({ kind, lifeDays, certificate }: CredentialForm): NewCredentialBody | undefined => {
  if (kind === 'Secret') return { kind, lifeDays };
  return certificate === null ? undefined : { kind, certificate: certificate.text };
};

/** A credential while its certificate is still to be chosen. */
export const NO_CERTIFICATE: NewCredentialBody = { kind: 'Certificate', certificate: '' };

export const rowsOf = ({ grants }: Pick<Application, 'grants'>): readonly GrantRow[] =>
  grants.map(({ environmentId, environment, roles }) => ({ environmentId, environment, roles }));

export const grantsBody = (rows: readonly GrantRow[]) =>
  rows.map(({ environmentId, roles }) => ({ environmentId, roles: [...roles] }));

/** The credential that lasts longest of those that count: the one whose end matters. */
export const lastingCredential = ({ credentials }: Pick<Application, 'credentials'>) => {
  const inForce = credentials.filter(({ isInForce }) => isInForce);
  return (inForce.length > 0 ? inForce : credentials).toSorted((a, b) =>
    (b.notAfter ?? '9').localeCompare(a.notAfter ?? '9'),
  )[0];
};

/** A certificate as text: PEM as it is, DER in base64. */
export const readCertificate = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.includes('-----BEGIN')) return text;
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
};
