import type { Job } from '@redoubt/contracts';
import { jobLink } from '@redoubt/domain';

/** Where the thing of a job is; null where it is in another environment, or has no page. */
export const jobHref = (job: Job, environmentId: string): string | null =>
  job.environment.id === environmentId ? jobLink(job) : null;

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
