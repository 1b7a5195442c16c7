import { findProgram, installDebianPackage } from './debian.mjs';

const NAMES = ['redis-server'];

/**
 * A Redis for the tests of several nodes, installed from Debian's packages where this process may.
 * @returns {Promise<string | undefined>} the sentence that says what is skipped without it and what to do
 */
export const ensureRedis = async () => {
  if (findProgram(NAMES) !== undefined) return undefined;
  const advice =
    'Tests of velocities in Redis and of several nodes are skipped: install the Debian package "redis-server".';
  const problem = await installDebianPackage('Redis', 'redis-server');
  if (findProgram(NAMES) !== undefined) return undefined;
  return problem ? `${advice} Installing it failed: ${problem}` : advice;
};
