/** What the package gives of cases; see each. */
export { readCaseIntake, type StoredCaseIntake } from './case-intake.read-model.ts';
export {
  lockDueCases,
  saveCaseChanges,
  standingOfRow,
  type CaseChange,
  type LockedCase,
} from './case-record.repository.ts';
export { listQueueTimeOuts, queueCaseTimeOuts, type QueueTimeOut } from './case-time-outs.ts';
