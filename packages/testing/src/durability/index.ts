export { fetchMerchantToken } from './merchants.ts';
export { runKillRounds, type KillRound, type KillRoundsResult, type Victim } from './kill-rounds.ts';
export {
  demonstrationFacts,
  freePort,
  killPostgres,
  spawnServer,
  untilEnded,
  untilReady,
  type DemonstrationFacts,
  type ServerProcess,
} from './server-process.ts';
