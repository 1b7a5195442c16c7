import type { IConfig, IConfiguration } from '@microsoft/applicationinsights-web';

const asPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/**
 * Limits of `docs/reference/console.md#telemetry`. Nothing is fetched from a content network, and calls of our own API
 * are not tracked by themselves: they are reported with their correlation id where they fail.
 */
export const telemetryOptions = (connectionString: string, origin: string): IConfiguration & IConfig => ({
  connectionString,
  maxBatchInterval: 15_000,
  maxBatchSizeInBytes: 102_400,
  eventsLimitInMem: 10_000,
  samplingPercentage: 100,
  diagnosticLogInterval: 10_000,
  maxAjaxCallsPerView: -1,
  ajaxPerfLookupDelay: 25,
  maxAjaxPerfLookupAttempts: 3,
  sessionExpirationMs: 86_400_000,
  sessionRenewalMs: 1_800_000,
  userCookiePostfix: '',
  idLength: 22,
  disableFetchTracking: false,
  excludeRequestFromAutoTrackingPatterns: [new RegExp(`^(?:${asPattern(origin)}/|/)`)],
  enableAutoRouteTracking: false,
  extensionConfig: {
    AppInsightsChannelPlugin: { maxRetryCnt: 10 },
    AppInsightsCfgSyncPlugin: { cfgUrl: '', blkCdnCfg: true },
  },
});
