/** The one place errors go that no page shows. Telemetry, once configured, listens here. */
export const reportProblem = (what: string, detail: unknown): void => {
  reportError(new Error(what, { cause: detail }));
};
