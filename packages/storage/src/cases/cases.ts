/** What the package gives of cases; see each. */
export { caseIdOf } from '../projections/cases/case-id.ts';
export { readCaseIntake, type StoredCaseIntake } from './case-intake.read-model.ts';
export {
  countCases,
  findCase,
  listCaseEntries,
  listCases,
  lockAssignedCase,
  lockCases,
  lockCasesOfAgent,
  lockNextCase,
  type CaseCursor,
  type CaseOrder,
  type StoredCase,
  type StoredCaseEntry,
} from './case.read-model.ts';
export { listConsequences, withdrawConsequences } from './case-consequence.repository.ts';
export {
  beginConsequences,
  lockConsequences,
  queueCaseConsequences,
  saveConsequenceOutcomes,
  type ConsequenceOutcome,
  type DueConsequence,
} from './case-sending.repository.ts';
export {
  findFirstDecision,
  listSecondReviewPairs,
  type FirstDecision,
  type SecondReviewPair,
} from './second-reviews.read-model.ts';
export { listCaseQueues, type CaseQueue } from './case-queues.read-model.ts';
export {
  lockDueCases,
  lockAssignedCases,
  lockLeasedCases,
  saveCaseChanges,
  standingOfRow,
  type CaseChange,
  type LockedCase,
} from './case-record.repository.ts';
export {
  forgetEarlyStatuses,
  listMisorderedAmong,
  listMisorderedCases,
  lockAstrayCases,
  lockLeftOverCases,
  queueCaseUpkeep,
  saveOrderValues,
  type MisorderedCase,
} from './case-upkeep.ts';
export { listQueueTimeOuts, queueCaseTimeOuts } from './case-time-outs.ts';
export { rebuildDecisionSums } from './case-decision-sums.ts';
export * from './case-report.read-model.ts';
export type { CaseReportRange, CaseReportScope } from './report-scope.ts';
export { listReportedCases, type ReportedCasesCursor } from './reported-cases.read-model.ts';
export * from './case-threshold.repository.ts';
export { openSentCases, type SentCase } from './sent-cases.ts';
