import { join } from 'node:path';
import type { Clock, Id } from '@redoubt/kernel';
import type { FastifyInstance } from 'fastify';
import type { ApplicationDirectory } from './applications/application-directory.ts';
import type { TokenGuard } from './applications/token-guard.ts';
import { createTokenService, type TokenService } from './applications/token-service.ts';
import type { Caller } from './callers/caller.ts';
import {
  createDevelopmentIdentityProvider,
  type DevelopmentIdentityProvider,
} from './development/development-identity-provider.ts';
import { loopbackRedirect, type AddressedRequest } from './development/loopback-guard.ts';
import type { DevelopmentPerson, DevelopmentTenant } from './development/people.ts';
import { externalSignInFacts, trustedIssuersOf } from './directory/external-directory.ts';
import { watchProvider } from './directory/watch-provider.ts';
import { mountRawRoutes, type RawRoute } from './http/mount.ts';
import type { IdentityLog } from './identity-log.ts';
import { loadSharedSigningKeys, loadSigningKeys, type SharedKeyText } from './keys/signing-keys.ts';
import type { IdentitySettings } from './settings/identity-settings.ts';
import type { SignInFacts } from './sign-in/sign-in-facts.ts';
import { createTokenVerifier } from './verification/token-verifier.ts';
import type { TrustedIssuer } from './verification/trusted-issuer.ts';

type IdentityOptions = {
  readonly settings: IdentitySettings;
  /** Scheme, host and port under which browsers and merchants reach this server. */
  readonly origin: string;
  /** Keys and sessions are kept below it, in `identity/`. */
  readonly dataDirectory: string;
  /** Tenants and people of the development sign-in; not looked at where a directory is configured. */
  readonly tenants: readonly DevelopmentTenant[];
  readonly people: readonly DevelopmentPerson[];
  readonly applications: ApplicationDirectory;
  readonly tokenGuard: TokenGuard;
  /** Where nodes share the keys tokens are signed with; each has its own, in the folder, where absent. */
  readonly shareKeys?: SharedKeyText | undefined;
  /** True where people of other machines may use the development sign-in, over TLS. */
  readonly isShared?: boolean;
  readonly clock: Clock;
  readonly log: IdentityLog;
};

export type Identity = {
  /** Who an `Authorization` header speaks for; see `TokenVerifier` for the failures. */
  readonly verify: (authorization: string | undefined) => Promise<Caller>;
  /** A token for an application of this installation, for a call this server makes in its name. */
  readonly tokenFor: TokenService['tokenFor'];
  /** Mounts sign-in (development only) and the token endpoints of applications. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  /**
   * The identity part of `/config.json`, for one tenant where several can be signed in to; undefined where that cannot be
   * signed in to. @throws `AUTH-PROVIDER-UNAVAILABLE` while the provider has not answered since the start.
   */
  readonly signInFacts: (tenantId?: Id) => SignInFacts | undefined;
  /** Other origins that sign-in talks to, as far as they are known. */
  readonly signInOrigins: () => readonly string[];
  /** Why people cannot sign in, in sentences for the operator. */
  readonly problems: () => readonly string[];
  /** Where to send (308) a request that used another name of this machine; always undefined with a directory. */
  readonly redirectOf: (request: AddressedRequest) => string | undefined;
  /** The embedded provider, where it is on. */
  readonly development: DevelopmentIdentityProvider | undefined;
  /** Writes what is pending. */
  readonly close: () => Promise<void>;
};

type PeopleSource = {
  readonly trusted: readonly TrustedIssuer[];
  readonly routes: readonly RawRoute[];
  readonly signInFacts: Identity['signInFacts'];
  readonly signInOrigins: Identity['signInOrigins'];
  readonly problems: Identity['problems'];
  readonly close: () => Promise<void>;
  readonly development?: DevelopmentIdentityProvider;
};

/**
 * Everything the server needs to know who is calling. People come from the operator's directory when one is configured,
 * else from the development provider; applications get their tokens here in either case (or from that directory).
 */
export const createIdentity = async (options: IdentityOptions): Promise<Identity> => {
  const { settings, origin, dataDirectory, applications, tokenGuard, clock, log } = options;
  const { apiAudiences, directory } = settings;
  // Besides the names that migrated clients ask for, this server's own address is a resource.
  const audiences = [...new Set([...apiAudiences, origin])];
  const folder = join(dataDirectory, 'identity');
  const { shareKeys } = options;
  const keys = await (shareKeys === undefined ? loadSigningKeys(folder) : loadSharedSigningKeys(folder, shareKeys));
  const tokens = createTokenService({
    origin,
    keys,
    directory: applications,
    guard: tokenGuard,
    audiences,
    clock,
    onError: (error) => log.error({ err: error }, 'token request failed'),
  });

  const peopleSource = async (): Promise<PeopleSource> => {
    if (directory === undefined) {
      const development = await createDevelopmentIdentityProvider({ ...options, keys });
      const nothing = (): readonly string[] => [];
      return { ...development, development, signInOrigins: nothing, problems: nothing, close: development.close };
    }
    const provider = await watchProvider(directory.issuer, log);
    return {
      trusted: trustedIssuersOf(directory, () => provider.requireMetadata().jwksUri, audiences),
      routes: [],
      signInFacts: (tenantId) =>
        tenantId === undefined || tenantId === directory.tenantId
          ? externalSignInFacts(directory, provider.requireMetadata())
          : undefined,
      signInOrigins: () => {
        const metadata = provider.metadata();
        return metadata === undefined ? [] : externalSignInFacts(directory, metadata).origins;
      },
      problems: provider.problems,
      close: provider.close,
    };
  };

  const people = await peopleSource();
  const verifier = createTokenVerifier({ issuers: [tokens.trusted, ...people.trusted], clock });

  return {
    verify: verifier.verify,
    tokenFor: tokens.tokenFor,
    mount: (app) => mountRawRoutes(app, [...people.routes, ...tokens.routes]),
    signInFacts: people.signInFacts,
    signInOrigins: people.signInOrigins,
    problems: people.problems,
    redirectOf: (request) => (people.development === undefined ? undefined : loopbackRedirect(request, origin)),
    development: people.development,
    close: people.close,
  };
};
