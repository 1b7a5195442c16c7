import type { ControlShare, DefinedSources, RunMode, VelocityWindowMode } from '@redoubt/domain';
import type { DeclaredType, RuleSource, SymbolTable } from '@redoubt/fql';
import type { Id, Json } from '@redoubt/kernel';
import type { PlanAssessment, PlanCall, PlanRemoteList } from './calls.ts';
import type { ListsAt } from './lists.ts';

/** What a published text reads of a function that no longer has it like that: the defaults its outputs had. */
export type FormerFunction = {
  readonly environmentId: Id;
  readonly name: string;
  /** Types of the inputs then, where they are others now. */
  readonly takes?: readonly DeclaredType[];
  readonly outputs: readonly { readonly name: string; readonly type: DeclaredType; readonly fallback: Json }[];
};

/** A published function as it stands in the plan of its environment. */
export type PlanFunctionSource = {
  readonly id: Id;
  readonly name: string;
  readonly version: number;
  /** Of kind `function`: a clause is named as its property is, and declares its type. */
  readonly text: RuleSource;
  /** Functions it still reads as they were; absent where it reads all of them as they are. */
  readonly former?: readonly FormerFunction[];
};

/** A published rule as it stands in the plan of its environment. */
export type PlanRuleSource = {
  readonly id: Id;
  readonly name: string;
  readonly version: number;
  /** SHA-256 of the rule's canonical text; equal hashes share one compiled unit. */
  readonly hash: string;
  readonly text: RuleSource;
  /** Functions it still reads as they were; absent where it reads all of them as they are. */
  readonly former?: readonly FormerFunction[];
};

/** A velocity set as it stands in the plan of its environment; events of the environment and all below it count. */
export type PlanVelocitySetSource = {
  readonly id: Id;
  /** What its counts are kept under where sets of several environments have one id, as those of the system do. */
  readonly countsUnder?: string;
  readonly name: string;
  readonly version: number;
  /** SHA-256 of the set's canonical text; equal hashes share one compiled unit. */
  readonly hash: string;
  /** False: nothing is counted any more, but what was can be read. */
  readonly active: boolean;
  /** Ids of velocities whose history is not counted yet; a state of the moment, not part of what the plan is. */
  readonly warming?: ReadonlySet<string>;
  /** What FROM means by names of defined assessments; absent where it uses none. */
  readonly sources?: DefinedSources;
  /** Of kind `velocity`; a clause is named as its velocity is. */
  readonly text: RuleSource;
  /** Functions it still reads as they were; absent where it reads all of them as they are. */
  readonly former?: readonly FormerFunction[];
};

/** A queue as cases come into it. */
export type IntakeQueue = {
  readonly id: Id;
  /** As routing rules name it, without regard to letter case. */
  readonly name: string;
  readonly timeoutMs: number;
  /** Path of the attribute it is ordered by; absent where that is none of the event's. */
  readonly orderPath?: string;
};

/** How reviews of one assessment become cases in an environment. A state of the moment, not part of what the plan is. */
export type CaseIntake = {
  /** How long a new case settles. */
  readonly holdMs: number;
  /** Besides General. */
  readonly queues: readonly IntakeQueue[];
};

/** What one environment on the path contributes: its run mode, its rules in order, and what they may name. */
export type PlanLevelSource = {
  readonly environmentId: Id;
  readonly environmentName: string;
  readonly runMode: RunMode;
  /** Where windows of the environment's velocities begin; the default where absent. */
  readonly windowMode?: VelocityWindowMode;
  readonly rules: readonly PlanRuleSource[];
  /** Of kind `action`, in their order: they run when everything is decided. Absent where there are none. */
  readonly actions?: readonly PlanRuleSource[];
  /** Of kind `routing`, in their order: they choose the queue of a review. Absent where there are none. */
  readonly routing?: readonly PlanRuleSource[];
  /** What becomes of reviews; absent where they become no cases. */
  readonly intake?: CaseIntake;
  /** Which part of what rules stop passes; absent where none does. */
  readonly controlShare?: ControlShare;
  readonly symbols: SymbolTable;
  readonly lists: ListsAt;
  /** Absent where nothing is counted. */
  readonly velocitySets?: readonly PlanVelocitySetSource[];
  /** Published functions; the symbol table need not name them. Absent where there are none. */
  readonly functions?: readonly PlanFunctionSource[];
  /** External calls; the symbol table names them too. Absent where there are none. */
  readonly calls?: readonly PlanCall[];
  /** External assessments; the symbol table names them too. Absent where there are none. */
  readonly assessments?: readonly PlanAssessment[];
  /** Lists that are kept elsewhere; the symbol table names them too. Absent where there are none. */
  readonly remoteLists?: readonly PlanRemoteList[];
};
