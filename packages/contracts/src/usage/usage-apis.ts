import {
  EVENT_KINDS,
  isAssessmentKind,
  USAGE_CAPABILITIES,
  type EventKind,
  type RetailSet,
  type UsageCapability,
} from '@redoubt/domain';
import { PUBLIC_ASSESSMENTS, PUBLIC_EVENTS, publicAliasesOf } from '../public/public.ts';

export { USAGE_CAPABILITIES, type UsageCapability };

const DEFINED = {
  assessment: PUBLIC_ASSESSMENTS.assessment,
  assessmentObservation: PUBLIC_ASSESSMENTS.observation,
  assessmentLabel: PUBLIC_ASSESSMENTS.label,
  legacyAssessment: PUBLIC_ASSESSMENTS.legacy,
} as const;

/** Files whose lines are counted beside calls. */
const FILES = ['retailTransactions'] as const satisfies readonly RetailSet[];

export type UsageApi = EventKind | keyof typeof DEFINED | (typeof FILES)[number];

/**
 * An API whose calls are counted: every address that takes them, and whether the answer is a decision. Files are named in the
 * place of an address; each line is a call that was answered.
 */
export type UsedApi = {
  readonly api: UsageApi;
  readonly capability: UsageCapability;
  readonly isAssessment: boolean;
  /** As the table of endpoints names them, the documented one first. */
  readonly paths: readonly [string, ...string[]];
};

/** Everything that is counted. Test events of branches are not, nor what manages environments. */
export const USED_APIS: readonly UsedApi[] = [
  ...(Object.keys(EVENT_KINDS) as EventKind[]).map((api): UsedApi => ({
    api,
    capability: EVENT_KINDS[api].generation,
    isAssessment: isAssessmentKind(api),
    paths: [PUBLIC_EVENTS[api].path, ...publicAliasesOf(api)],
  })),
  ...(Object.keys(DEFINED) as (keyof typeof DEFINED)[]).map((api): UsedApi => ({
    api,
    capability: 'assessment',
    isAssessment: api === 'assessment' || api === 'legacyAssessment',
    paths: [DEFINED[api].path],
  })),
  ...FILES.map((api): UsedApi => ({ api, capability: 'lossPrevention', isAssessment: true, paths: [api] })),
];
