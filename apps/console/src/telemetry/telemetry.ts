import { telemetryOrigin, type SiteConfiguration } from '@redoubt/contracts';
import { createPollRule } from './poll-rule.ts';
import type { FinishedCall } from './finished-call.ts';

type Sink = {
  readonly problem: (what: string, detail: unknown) => void;
  readonly call: (call: FinishedCall) => void;
  /** Path of the route as the table writes it, without ids. */
  readonly page: (routePath: string) => void;
};

const SILENCE: Sink = { problem: () => undefined, call: () => undefined, page: () => undefined };

let sink: Sink = SILENCE;
const mayReportPoll = createPollRule(() => Date.now());

/** Tells telemetry, where it is on, of something no page shows. */
export const trackProblem = (what: string, detail: unknown): void => sink.problem(what, detail);

/** Tells telemetry of a call: failures, and polls as rarely as the polling rule says. */
export const trackCall = (call: FinishedCall): void => {
  const succeeded = call.status >= 200 && call.status < 300;
  if (call.polled ? mayReportPoll(call.endpointId, succeeded) : !succeeded) sink.call(call);
};

export const trackPage = (routePath: string): void => sink.page(routePath);

/**
 * Starts telemetry where the operator configured an address; loads nothing otherwise. What is sent names routes and
 * endpoints, never addresses with ids, and no person.
 */
export const startTelemetry = async (site: SiteConfiguration): Promise<void> => {
  const { telemetryConnectionString: connectionString } = site;
  if (connectionString === null || telemetryOrigin(connectionString) === null) return;
  try {
    const { createSink } = await import('./insights-sink.ts');
    sink = createSink(connectionString, site);
  } catch (error) {
    // A wrong address or key must not stop the user's work.
    // oxlint-disable-next-line no-console -- a warning is all that is wanted here
    console.warn('Telemetry is off', error);
  }
};
