export { findDamageIn } from './damage.ts';
export {
  endAll,
  runKillRounds,
  untilAcknowledged,
  type KillRound,
  type KillRoundsResult,
  type Victim,
} from './kill-rounds.ts';
export { fetchMerchantToken, startMerchants, type Merchants } from './merchants.ts';
export {
  demonstrationFacts,
  freePort,
  killPostgres,
  pausePostgres,
  spawnServer,
  untilEnded,
  untilReady,
  type DemonstrationFacts,
  type ServerProcess,
} from './server-process.ts';
