import { isBuiltInAssessment } from '../events/event-kinds.ts';
import type { JobKind } from './job.ts';

/** Path in the console of the rules of an assessment; of one that was defined by its id. */
export const rulesPath = (assessment: string): string =>
  isBuiltInAssessment(assessment)
    ? `/fraud/${assessment.toLowerCase()}/rules`
    : `/fraud/assessments/${encodeURIComponent(assessment)}/rules`;

/** What leads to the thing that a job worked on. */
export type JobThing = {
  readonly kind: JobKind;
  /** Id of the thing. */
  readonly id: string;
  /** The velocity set of a backfill. */
  readonly setId: string | null;
  /** Of a backtest, or of the rules that are pruned. */
  readonly assessment: string | null;
  /** What a backtest tries. */
  readonly ruleId: string | null;
};

/** Address in the console of the result of a job; null where it has no page of its own. */
export const jobLink = ({ kind, id, setId, assessment, ruleId }: JobThing): string | null => {
  switch (kind) {
    case 'velocityBackfill':
      return setId === null ? null : `/data/velocities?set=${setId}`;
    case 'backtest':
      return ruleId === null || assessment === null ? null : `${rulesPath(assessment)}?rule=${ruleId}&panel=backtest`;
    case 'rulePruning':
      if (assessment === null) return null;
      return `/reports/rules?tab=pruner${assessment === 'purchase' ? '' : `&assessment=${encodeURIComponent(assessment)}`}`;
    case 'searchFill':
    case 'searchRemove':
      return '/data/apimanagement/ontology';
    case 'searchExport':
      return '/search?panel=exports';
    case 'subjectRequest':
      return `/settings/subject/requests?request=${id}`;
    case 'uploadCheck':
    case 'uploadImport':
    case 'uploadUndo':
      return `/data/upload/purchaseprotection/${id}`;
    case 'lossPreventionScores':
      return '/fraud/lossprevention';
    case 'lossPreventionSync':
      return '/fraud/lossprevention?tab=data';
    case 'activityVerification':
      return '/settings/audit';
    case 'searchIndexFill':
    case 'searchIndexRemove':
      return '/adminsettings/search';
    case 'retention':
      return '/adminsettings/retention';
    case 'environmentCreation':
      return '/environments';
    default:
      return null;
  }
};
