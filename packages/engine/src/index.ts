export { ActionRun, callsOfActions, type DecidedEvent } from './actions.ts';
export type {
  ActionsResult,
  ActionTrace,
  ControlDraw,
  EngineResult,
  RoutingResult,
  RuleVerdict,
  Verdict,
} from './engine-result.ts';
export { compilingButtonCode, withButtonCode } from './button-code.ts';
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
export { decide, decideAsync, decideUntraced, decideUntracedAsync, decideWatchedAsync, routeAsync } from './decide.ts';
export { matchRules, matchRulesAsync, type RuleMatchWatch } from './match-rules.ts';
export type { RuleTraceEvent } from './recorder.ts';
export type { RuleWatch } from './rule-steps.ts';
export type { EngineInput } from './engine-input.ts';
export { recordedFacts, type FactReads } from './facts.ts';
export type { ListsAt } from './lists.ts';
export { contextOf, inheritedFunctions } from './functions.ts';
export type {
  CaseIntake,
  FormerFunction,
  IntakeQueue,
  PlanFunctionSource,
  PlanLevelSource,
  PlanRuleSource,
  PlanVelocitySetSource,
} from './plan-sources.ts';
export type { LevelFunctions, Plan, PlanProblem, PlanRule, PlanVelocity } from './plan-model.ts';
export {
  answerRequest,
  compile as compilingText,
  NO_REFERENCES,
  type CompileAnswer,
  type CompileRequest,
  type CompileSteps,
} from './compile-steps.ts';
export { compilePlan, compilingPlan, type CompiledPlan, type MakeRule, type UnitCache } from './plan.ts';
export { readValues, expandTrace, type RecordedTrace, type TraceStep } from './trace.ts';
export {
  aboutNameIn,
  velocitiesOf,
  type VelocityContribution,
  type VelocityPort,
  type VelocityValue,
} from './velocities.ts';
export type { LevelVariables } from './variables.ts';
export {
  mergedReads,
  continueReads,
  recordedVelocities,
  VelocityRecorder,
  velocityReadsOf,
  type VelocityReads,
} from './velocity-reads.ts';
