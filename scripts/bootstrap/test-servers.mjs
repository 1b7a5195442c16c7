import { existsSync } from 'node:fs';
import { findProgram, installDebianPackage } from './debian.mjs';

/** Servers that tests start themselves, each of the Debian package of its name. */
const SERVERS = [
  {
    name: 'Redis',
    packageName: 'redis-server',
    isHere: () => findProgram(['redis-server']) !== undefined,
    skipped: 'Tests of velocities in Redis, of several nodes and of Redis streams',
  },
  {
    name: 'RabbitMQ',
    packageName: 'rabbitmq-server',
    // The program itself: the one on the path changes to another user.
    isHere: () => existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server'),
    skipped: 'Tests of event tracing to AMQP 1.0',
  },
  {
    name: 'NATS',
    packageName: 'nats-server',
    isHere: () => findProgram(['nats-server']) !== undefined,
    skipped: 'Tests of event tracing to NATS',
  },
];

/**
 * Installs the servers that tests need from Debian's packages, where this process may.
 * @returns {Promise<readonly string[]>} for each that is missing, what is skipped without it and what to do
 */
export const ensureTestServers = async () => {
  const missing = [];
  for (const { name, packageName, isHere, skipped } of SERVERS) {
    if (isHere()) continue;
    const problem = await installDebianPackage(name, packageName);
    if (isHere()) continue;
    const advice = `${skipped} are skipped: install the Debian package "${packageName}".`;
    missing.push(problem ? `${advice} Installing it failed: ${problem}` : advice);
  }
  return missing;
};
