import { ApplicationInsights, type ITelemetryItem } from '@microsoft/applicationinsights-web';
import type { SiteConfiguration } from '@redoubt/contracts';
import type { FinishedCall } from './finished-call.ts';
import { telemetryOptions } from './telemetry-options.ts';

const asError = (what: string, detail: unknown): Error =>
  detail instanceof Error ? detail : new Error(what, { cause: detail });

/** Where the page's own address would stand, which may hold what the user searched for. */
const withoutAddress = (item: ITelemetryItem, routePath: string): void => {
  const trace: unknown = item.ext?.['trace'];
  if (typeof trace === 'object' && trace !== null) Reflect.set(trace, 'name', routePath);
  const { baseData } = item;
  if (!baseData) return;
  for (const name of ['refUri', 'url']) Reflect.deleteProperty(baseData, name);
  if ('uri' in baseData) baseData['uri'] = routePath;
};

/** Application Insights behind our own few words. */
export const createSink = (
  connectionString: string,
  { buildLabel, environment }: Pick<SiteConfiguration, 'buildLabel' | 'environment'>,
) => {
  let routePath = '/';
  const insights = new ApplicationInsights({ config: telemetryOptions(connectionString, location.origin) });
  insights.loadAppInsights();
  insights.addTelemetryInitializer((item) => {
    withoutAddress(item, routePath);
    item.data = { ...item.data, build: buildLabel, environment };
  });
  return {
    problem: (what: string, detail: unknown) =>
      insights.trackException({ exception: asError(what, detail), properties: { what } }),
    call: ({ endpointId, status, correlationId, durationMs }: FinishedCall) =>
      insights.trackEvent({ name: 'call' }, { endpointId, status, correlationId, durationMs }),
    page: (path: string) => {
      routePath = path;
      insights.trackPageView({ name: path, uri: path });
    },
  };
};
