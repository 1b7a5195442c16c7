import { trackProblem } from '../telemetry/telemetry.ts';

/** The one place errors go that no page shows: the browser's console, and telemetry where it is on. */
export const reportProblem = (what: string, detail: unknown): void => {
  reportError(new Error(what, { cause: detail }));
  trackProblem(what, detail);
};
