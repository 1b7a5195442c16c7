import { DEFAULT_API_AUDIENCES, type DevelopmentIdentityProvider } from '@redoubt/identity';
import type { Clock, Id } from '@redoubt/kernel';
import { ROLE_NAMES } from '@redoubt/domain';
import { seedDemonstration, type Demonstration, type DemonstrationPerson } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';

/** What scripts read from `$REDOUBT_DATA/demo.json`. */
export type DemonstrationFacts = {
  readonly origin: string;
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly resource: string;
  readonly tokenUrl: string;
  readonly tokenUrlV2: string;
  /** What the development sign-in asks a browser for. */
  readonly signInCode: string;
  /** Opens the console and carries the code. */
  readonly signInLink: string;
  /** True where this start made the code. */
  readonly isNewCode: boolean;
  readonly people: readonly {
    readonly username: string;
    readonly roles: readonly string[];
    readonly description?: string | undefined;
  }[];
};

/** The demonstration with the merchant's secret, which only the file of an earlier start may know. */
export type LoadedDemonstration = Demonstration & { readonly clientSecret: string };

const fileOf = (settings: Settings): string => join(settings.REDOUBT_DATA, 'demo.json');

const keptSecret = async (settings: Settings, clientId: string): Promise<string | undefined> => {
  try {
    const facts = JSON.parse(await readFile(fileOf(settings), 'utf8')) as Partial<DemonstrationFacts>;
    return facts.clientId === clientId ? facts.clientSecret : undefined;
  } catch {
    return undefined;
  }
};

/** Seeds what is missing. Where the file with the merchant's secret is gone, the merchant gets a new one. */
export const loadDemonstration = async (
  database: Database,
  settings: Settings,
  clock: Clock,
): Promise<LoadedDemonstration> => {
  const seeded = await seedDemonstration(database, { clock });
  const secret = seeded.clientSecret ?? (await keptSecret(settings, seeded.clientId));
  if (secret !== undefined) return { ...seeded, clientSecret: secret };
  const again = await seedDemonstration(database, { clock, resetSecret: true });
  if (again.clientSecret === null) throw new Error('a new secret was asked for and not given');
  return { ...again, clientSecret: again.clientSecret };
};

/** Guests of another tenant keep the name they have at home. */
const isFirstOfName = (
  { username }: DemonstrationPerson,
  index: number,
  all: readonly DemonstrationPerson[],
): boolean => all.findIndex((each) => each.username === username) === index;

/** Writes the facts for scripts, readable by the owner alone; whole or not at all. */
export const writeDemonstrationFacts = async (
  settings: Settings,
  demonstration: LoadedDemonstration,
  signIn: Pick<DevelopmentIdentityProvider, 'signInCode' | 'signInLink'>,
): Promise<DemonstrationFacts> => {
  const { origin } = settings;
  const { tenantId, environmentId, clientId, clientSecret, people } = demonstration;
  const facts: DemonstrationFacts = {
    origin,
    tenantId,
    environmentId,
    clientId,
    clientSecret,
    resource: DEFAULT_API_AUDIENCES[0] ?? origin,
    tokenUrl: `${origin}/${tenantId}/oauth2/token`,
    tokenUrlV2: `${origin}/${tenantId}/oauth2/v2.0/token`,
    signInCode: signIn.signInCode.code,
    signInLink: signIn.signInLink,
    isNewCode: signIn.signInCode.isNew,
    people: people.filter(isFirstOfName).map((person) => ({
      username: person.username,
      roles: [...new Set([...person.roles, ...person.assignments.map((assignment) => assignment.role)])],
      description: person.description,
    })),
  };
  const file = fileOf(settings);
  await mkdir(settings.REDOUBT_DATA, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return facts;
};

/** A shared installation prints its password once: a log that others read must not repeat it. */
const signInLines = ({ signInLink, signInCode, isNewCode }: DemonstrationFacts, settings: Settings): string[] => {
  if (settings.DEVELOPMENT_SIGN_IN === 'local') return [`Open ${signInLink}`, '', 'Sign in as:'];
  const password = isNewCode
    ? `The password of the development sign-in, printed this once: ${signInCode}`
    : `The password of the development sign-in is the one the first start printed (${join(settings.REDOUBT_DATA, 'identity', 'sign-in.code')}).`;
  return [password, '', 'Sign in as:'];
};

/** What `npm start` prints below the address. */
export const describeDemonstration = (facts: DemonstrationFacts, settings: Settings): string => {
  const width = Math.max(...facts.people.map((person) => person.username.length));
  const rightsOf = ({ roles, description }: DemonstrationFacts['people'][number]): string =>
    description ?? roles.map((role) => (ROLE_NAMES as Readonly<Record<string, string>>)[role] ?? role).join(', ');
  return [
    '',
    ...signInLines(facts, settings),
    ...facts.people.map((person) => `  ${person.username.padEnd(width)}  ${rightsOf(person)}`),
    '',
    'Demonstration merchant:',
    `  client id      ${facts.clientId}`,
    `  client secret  ${facts.clientSecret}`,
    `  token address  ${facts.tokenUrl}`,
    `  environment    ${facts.environmentId}`,
    `  (the same in ${fileOf(settings)})`,
    '',
  ].join('\n');
};
