import { setTimeout as sleep } from 'node:timers/promises';
import { telemetryOrigin } from '@redoubt/contracts';
import { createIdentity } from '@redoubt/identity';
import { systemClock } from '@redoubt/kernel';
import { readLimits, restoreReferences, seedPartners, shareKey } from '@redoubt/services';
import { claimDecisions, type BootError } from '@redoubt/storage';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { registerHttpEndpoints } from '../http-endpoints.ts';
import { createMetrics } from '../operate/metrics.ts';
import { createReadiness } from '../operate/readiness.ts';
import { createApplicationDirectory } from './application-directory.ts';
import { BUILD_LABEL } from '../build-label.ts';
import { checkAddress } from './settings/check-address.ts';
import { startDemonstrationHistory } from './demonstration/demonstration-history.ts';
import { startPartners } from './demonstration/demonstration-partners.ts';
import { loadDemonstration, writeDemonstrationFacts, type DemonstrationFacts } from './demonstration/demonstration.ts';
import { loadInstallationKeys } from './installation-key.ts';
import { readInstallation } from './installation.ts';
import { checkPortFree } from './settings/port-check.ts';
import { hasRole, type ServerOptions } from './settings/server-options.ts';
import { Shutdown } from './shutdown.ts';
import { startDatabase } from './start-database.ts';
import { startParts } from './start-parts.ts';
import { createTenantNames, domainsOfPeople } from './settings/tenant-names.ts';
import { createTokenGuard } from './token-guard.ts';
import type { AnsweringThreads } from './answering/answering-threads.ts';
import { openDoors } from './open-doors.ts';

export type RunningServer = {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly demonstration: DemonstrationFacts | undefined;
  /** Those that answer merchants, where settings ask for them. */
  readonly threads: AnsweringThreads | undefined;
  /** Resolves where this node may not go on, because another one decides in its place. */
  readonly displaced: Promise<BootError>;
  /** From now on not ready, though calls are answered; resolves when callers have had time to go elsewhere. */
  readonly drain: () => Promise<void>;
  /** Finishes what was accepted, then lets go of everything. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts everything one node needs, in order, and listens. What was started is stopped again when a later step fails.
 *
 * @throws `BootError` and the settings errors with one sentence for the operator.
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { settings, identitySettings, log, progress } = options;
  checkAddress(settings, identitySettings);
  await checkPortFree(settings.HOST, settings.PORT);
  const shutdown = new Shutdown();
  try {
    const { database, server } = await startDatabase(options, shutdown);
    const displaced = Promise.withResolvers<BootError>();
    const keys = await loadInstallationKeys(database, settings);
    // Before anything is written: a node that is refused leaves no trace.
    if (hasRole(options, 'decisions')) {
      const share = settings.REDIS_URL === undefined ? 'alone' : 'shared';
      shutdown.add((await claimDecisions(database, share, displaced.resolve)).release);
    }
    await restoreReferences(database, systemClock);
    const wantsDemonstration = identitySettings.directory === undefined && settings.REDOUBT_DEMO;
    if (wantsDemonstration) progress('Looking after the demonstration tenants');
    const demonstration = wantsDemonstration ? await loadDemonstration(database, settings, systemClock) : undefined;
    const partners = demonstration && (await startPartners(database, server, systemClock, log));
    if (partners) shutdown.add(partners.close);
    const targets = [...settings.EXTERNAL_CALL_TARGETS, ...(partners?.targets ?? [])];
    const base = { options, database, keys, metrics: createMetrics(), readiness: createReadiness(), shutdown };
    const parts = await startParts(base, targets);
    if (partners) await seedPartners(database, systemClock, parts.calls, partners);
    const domains = new Map([...domainsOfPeople(demonstration?.people ?? []), ...(settings.TENANT_DOMAINS ?? [])]);
    const tenantNames = createTenantNames(database, domains);
    const tokenGuard = createTokenGuard(database, tenantNames, systemClock, parts.metrics);
    shutdown.add(tokenGuard.close);
    const identity = await createIdentity({
      settings: identitySettings,
      origin: settings.origin,
      dataDirectory: settings.REDOUBT_DATA,
      tenants: demonstration?.tenants ?? [],
      people: demonstration?.people ?? [],
      applications: createApplicationDirectory(database, tenantNames, systemClock),
      tokenGuard,
      isShared: settings.DEVELOPMENT_SIGN_IN === 'shared',
      shareKeys: (make) => shareKey(database, keys.operator, 'signing', make),
      clock: systemClock,
      log,
    });
    shutdown.add(identity.close);
    parts.readiness.note(identity.problems);
    const telemetryConnectionString = settings.APPLICATIONINSIGHTS_CONNECTION_STRING ?? null;
    let isEnding = false;
    parts.readiness.require(() => (isEnding ? ['The server is stopping.'] : []));
    const app = createApp({
      log,
      isEnding: () => isEnding,
      connectOrigins: identity.signInOrigins,
      telemetryOrigin: telemetryOrigin(telemetryConnectionString),
      fingerprintOrigin: settings.FINGERPRINT_ORIGIN,
      trustedProxies: settings.TRUSTED_PROXIES,
      isHttps: settings.origin.startsWith('https:'),
    });
    shutdown.add(() => app.close());
    await registerHttpEndpoints(app, {
      ...parts,
      database,
      identity,
      origin: settings.origin,
      keys,
      installation: await readInstallation(settings),
      limits: readLimits(settings.RULE_LIMITS) ?? undefined,
      telemetryConnectionString,
      fingerprintOrigin: settings.FINGERPRINT_ORIGIN,
      metricsToken: settings.METRICS_TOKEN,
      supportUrl: settings.SUPPORT_URL ?? null,
    });
    progress('Opening the doors');
    const threads = await openDoors({ app, options, server, keys, parts, identity, shutdown });
    log.info({ origin: settings.origin, roles: settings.REDOUBT_ROLES, version: BUILD_LABEL }, 'started');
    const signIn = identity.development;
    const facts = demonstration && signIn && (await writeDemonstrationFacts(settings, demonstration, signIn));
    if (demonstration && settings.REDOUBT_DEMO_HISTORY && parts.decisions)
      shutdown.add(startDemonstrationHistory(database, parts.decisions.service, log).close);
    return {
      app,
      origin: settings.origin,
      demonstration: facts,
      threads,
      displaced: displaced.promise,
      drain: async () => {
        isEnding = true;
        threads?.ending();
        log.info({ seconds: settings.DRAIN_SECONDS }, 'stopping: not ready from now on');
        await sleep(settings.DRAIN_SECONDS * 1000);
      },
      stop: () => shutdown.run(),
    };
  } catch (error) {
    await shutdown.run().catch((failure: unknown) => log.error({ err: failure }, 'could not stop cleanly'));
    throw error;
  }
};
