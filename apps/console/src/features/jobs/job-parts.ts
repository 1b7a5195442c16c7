import type { Job } from '@redoubt/contracts';
import { hrefOf } from '../../routes/address.ts';
import { editorHref } from '../../shared/rules/address.ts';

/** Where the thing of a job is; null where it is in another environment, or has no page. */
export const jobHref = (
  { kind, id, environment, setId, ruleId, assessment }: Job,
  environmentId: string,
): string | null => {
  if (environment.id !== environmentId) return null;
  if (kind === 'velocityBackfill' && setId !== null) return hrefOf('/data/velocities', undefined, { set: setId });
  if (kind === 'backtest' && ruleId !== null && assessment !== null) return editorHref({ assessment, id: ruleId });
  if (kind === 'rulePruning' && assessment !== null)
    return hrefOf('/reports/rules', undefined, {
      tab: 'pruner',
      assessment: assessment === 'purchase' ? undefined : assessment,
    });
  if (kind === 'searchFill' || kind === 'searchRemove') return hrefOf('/data/apimanagement/ontology');
  if (kind === 'subjectRequest') return hrefOf('/settings/subject/requests', undefined, { request: id });
  return null;
};

const MINUTE_S = 60;
const HOUR_S = 3600;

/** A duration as hours, minutes and seconds: `1:02:03`, `0:05`. */
export const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  const hours = Math.floor(seconds / HOUR_S);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % MINUTE_S)}` : `${minutes}:${two(seconds % MINUTE_S)}`;
};

/** How long a job took, or has taken so far; null where it has not begun. */
export const durationOf = ({ startedAt, finishedAt, state }: Job, nowMs: number): string | null => {
  if (startedAt === null || state === 'queued') return null;
  const endMs = finishedAt === null ? nowMs : Date.parse(finishedAt);
  return clockText(endMs - Date.parse(startedAt));
};
