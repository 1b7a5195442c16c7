import type { Clock } from '@redoubt/kernel';
import { PARTNER_MEMBERS, readPartnerPorts, type RunningPartners } from '@redoubt/services';
import {
  listenForPartner,
  preparePartnerDatabase,
  type Database,
  type EmbeddedAddress,
  type PostgresServer,
} from '@redoubt/storage';
import type { FastifyBaseLogger } from 'fastify';
import { startReputationService } from '../demonstration/reputation-service.ts';

/** Partners of the demonstration on this node. */
export type Partners = RunningPartners & {
  /** What calls may reach besides what the operator allows: each partner's own port, and only where it is held here. */
  readonly targets: readonly string[];
  readonly close: () => Promise<void>;
};

/** Nothing runs where the port is taken: another program may answer there, and calls must not reach that. */
const unlessTaken = async <T>(
  log: FastifyBaseLogger,
  what: string,
  port: number | null,
  start: (port: number) => Promise<T>,
): Promise<T | null> => {
  if (port === null) return null;
  try {
    return await start(port);
  } catch (error) {
    log.warn({ err: error }, `${what} of the demonstration does not run; rules that ask it go on with defaults`);
    return null;
  }
};

const openMembers = async (server: EmbeddedAddress, port: number | null, log: FastifyBaseLogger) => {
  const door = await unlessTaken(log, 'The database list', port, (at) => listenForPartner(server, at));
  return door && { ...door, newPassword: () => preparePartnerDatabase(server, PARTNER_MEMBERS) };
};

/**
 * Starts what the demonstration's external call and database list ask, on the ports they were made with. A port of the
 * database is opened only where the database is the embedded one.
 */
export const startPartners = async (
  database: Database,
  server: PostgresServer,
  clock: Clock,
  log: FastifyBaseLogger,
): Promise<Partners> => {
  const ports = await readPartnerPorts(database, clock);
  const reputation = await unlessTaken(log, 'The external call', ports.reputation, startReputationService);
  const members = server.kind === 'embedded' ? await openMembers(server, ports.members, log) : null;
  return {
    reputation,
    members,
    targets: [reputation, members].flatMap((partner) => (partner ? [`127.0.0.1:${partner.port}`] : [])),
    close: async () => {
      await reputation?.close();
      await members?.close();
    },
  };
};
