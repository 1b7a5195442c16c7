import type { Clock } from '@redoubt/kernel';
import { PARTNER_MEMBERS, readPartnerPorts, type PartnerPorts, type RunningPartners } from '@redoubt/services';
import { listenForPartner, preparePartnerDatabase, type Database, type PostgresServer } from '@redoubt/storage';
import type { FastifyBaseLogger } from 'fastify';
import { startMembersService } from '../../demonstration/members-service.ts';
import { startReputationService } from '../../demonstration/reputation-service.ts';

/** Partners of the demonstration on this node. */
export type Partners = RunningPartners & {
  /** What calls may reach besides what the operator allows: each partner's own port, and only where it is held here. */
  readonly targets: readonly string[];
  readonly close: () => Promise<void>;
};

type RunningMembers = NonNullable<RunningPartners['members']> & { readonly close: () => Promise<void> };

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

/** The list's rows as its source asks for them; a table is read through a door of the embedded database alone. */
const openMembers = async (
  server: PostgresServer,
  stored: PartnerPorts['members'],
  log: FastifyBaseLogger,
): Promise<RunningMembers | null> => {
  if (stored === null) return null;
  const kind = stored.kind ?? (server.kind === 'embedded' ? 'postgresql' : 'http');
  const what = 'The database list';
  if (kind === 'http') {
    const service = await unlessTaken(log, what, stored.port, startMembersService);
    return service && { ...service, kind };
  }
  if (server.kind !== 'embedded') {
    log.warn(`${what} of the demonstration was made with an embedded database and does not run with DATABASE_URL`);
    return null;
  }
  const door = await unlessTaken(log, what, stored.port, (at) => listenForPartner(server, at));
  return door && { ...door, kind, newPassword: () => preparePartnerDatabase(server, PARTNER_MEMBERS) };
};

/**
 * Starts what the demonstration's external call and database list ask, on the ports they were made with. A database of
 * the operator gets neither a role nor a table for it, and is not opened to calls.
 */
export const startPartners = async (
  database: Database,
  server: PostgresServer,
  clock: Clock,
  log: FastifyBaseLogger,
): Promise<Partners> => {
  const ports = await readPartnerPorts(database, clock);
  const reputation = await unlessTaken(log, 'The external call', ports.reputation, startReputationService);
  const members = await openMembers(server, ports.members, log);
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
