import type { LiveData } from '@redoubt/enrichment';
import type { Identity } from '@redoubt/identity';
import type { PostgresServer } from '@redoubt/storage';
import type { FastifyInstance } from 'fastify';
import { startAnsweringThreads, type AnsweringThreads } from './answering/answering-threads.ts';
import { acceptForwarded, newInnerAddress } from './answering/forwarding.ts';
import type { Decisions } from '../http-endpoints.ts';
import type { Metrics } from '../operate/metrics.ts';
import type { NodeKeys } from '@redoubt/services';
import type { ServerOptions } from './settings/server-options.ts';
import type { Shutdown } from './shutdown.ts';

type Doors = {
  readonly app: FastifyInstance;
  readonly options: ServerOptions;
  readonly server: PostgresServer;
  readonly keys: Pick<NodeKeys, 'hashing'>;
  readonly parts: { readonly decisions: Decisions | undefined; readonly metrics: Metrics; readonly data: LiveData };
  readonly identity: Pick<Identity, 'verify'>;
  readonly shutdown: Shutdown;
};

/**
 * Listens on the address of the settings: with this thread, or with threads that answer events and hand everything else
 * on to this one.
 */
export const openDoors = async (doors: Doors): Promise<AnsweringThreads | undefined> => {
  const { app, options, server, keys, parts, identity, shutdown } = doors;
  const { settings, log } = options;
  const { decisions, metrics, data } = parts;
  if (settings.ANSWERING_THREADS === 0 || decisions === undefined) {
    await app.listen({ host: settings.HOST, port: settings.PORT });
    return undefined;
  }
  // Read once, so that threads use the same memory.
  await data.current().warm(['geo', 'bin']);
  const inner = await newInnerAddress();
  shutdown.add(inner.remove);
  acceptForwarded(app.server, inner);
  await app.listen({ path: inner.path });
  const threads = await startAnsweringThreads({
    settings,
    server,
    hashing: keys.hashing,
    inner: { path: inner.path, secret: inner.secret },
    decisions,
    verify: identity.verify,
    metrics,
    log,
  });
  shutdown.add(threads.close);
  decisions.waitFor(threads.caughtUp);
  return threads;
};
