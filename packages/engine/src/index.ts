export { ActionRun, callsOfActions, type ActionsResult, type ActionTrace, type DecidedEvent } from './actions.ts';
export { contributionsOf, countsKind } from './contributions.ts';
export { emptyVelocities } from './empty-velocities.ts';
export {
  callsOnce,
  recordedCalls,
  sampleCalls,
  type CallingLevel,
  type CallPort,
  type LevelCallRecord,
  type PlanAssessment,
  type PlanCall,
  type PlanRemoteList,
} from './calls.ts';
export {
  decide,
  decideAsync,
  decideUntraced,
  decideUntracedAsync,
  type EngineInput,
  type EngineResult,
  type RuleWatch,
  type Verdict,
} from './decide.ts';
export { recordedFacts, type FactReads } from './facts.ts';
export { listsSeenAt, type ListsAt } from './lists.ts';
export type { RuleHit } from './recorder.ts';
export {
  contextOf,
  type FormerFunction,
  inheritedFunctions,
  type LevelFunctions,
  type PlanFunctionSource,
} from './functions.ts';
export {
  answerRequest,
  NO_REFERENCES,
  type CompileAnswer,
  type CompileRequest,
  type CompileStep,
  type CompileSteps,
} from './compile-steps.ts';
export {
  compilePlan,
  compilingPlan,
  type CompiledPlan,
  type MakeRule,
  type Plan,
  type PlanLevel,
  type PlanLevelSource,
  type PlanProblem,
  type PlanRule,
  type PlanRuleSource,
  type PlanVelocitySetSource,
  type UnitCache,
} from './plan.ts';
export { readValues, writtenOut, type RecordedTrace, type TraceRule, type TraceStep } from './trace.ts';
export {
  aboutNameIn,
  velocitiesOf,
  type CurrentContribution,
  type DoubtfulValue,
  type PlanVelocity,
  type VelocityContribution,
  type VelocityPort,
  type VelocityValue,
} from './velocities.ts';
export type { LevelVariables } from './variables.ts';
export {
  mergedReads,
  readingOn,
  recordedVelocities,
  VelocityRecorder,
  velocityReadsOf,
  type VelocityRead,
  type VelocityReads,
} from './velocity-reads.ts';
