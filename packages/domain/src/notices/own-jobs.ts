import type { JobKind } from '../jobs/job.ts';

/** Kinds of jobs of whose end the person who asked for them is notified. */
export const OWN_JOB_KINDS = [
  'velocityBackfill',
  'backtest',
  'rulePruning',
  'searchFill',
  'searchRemove',
  'searchExport',
  'uploadCheck',
  'uploadImport',
  'uploadUndo',
  'lossPreventionScores',
  'lossPreventionSync',
  'activityVerification',
  'retention',
] as const satisfies readonly JobKind[];
export type OwnJobKind = (typeof OWN_JOB_KINDS)[number];

export const isOwnJobKind = (kind: string): kind is OwnJobKind => OWN_JOB_KINDS.some((each) => each === kind);

/** Parameters of a notice about an own job: its kind, and what its thing is called, empty where it has no name. */
export type OwnJobParams = { readonly kind: OwnJobKind; readonly subject: string };

/** Whether parameters of a notice are those of one about an own job. */
export const isOwnJob = (params: Readonly<Record<string, unknown>>): params is OwnJobParams =>
  typeof params['kind'] === 'string' && isOwnJobKind(params['kind']) && typeof params['subject'] === 'string';

/** What such a notice calls the job. @param kindText its kind in the language of the reader. */
export const jobOfNotice = ({ subject }: OwnJobParams, kindText: string): string =>
  subject === '' ? kindText : `${kindText} · ${subject}`;
