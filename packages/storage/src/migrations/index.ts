import type { Migration } from 'kysely/migration';
import * as schema from './0001-schema/index.ts';
import * as cases from './0002-cases/index.ts';
import * as reports from './0003-reports/index.ts';
import * as activityChain from './0004-activity-chain/index.ts';
import * as observationReport from './0005-observation-report/index.ts';
import * as caseOrder from './0006-case-order/index.ts';
import * as sessionsAndTokens from './0007-sessions-and-tokens/index.ts';
import * as reportCells from './0008-report-cells/index.ts';
import * as people from './0009-people/index.ts';
import * as environments from './0010-environments/index.ts';
import * as retention from './0011-retention/index.ts';
import * as noticeSubscriptions from './0012-notice-subscriptions/index.ts';
import * as accessReviews from './0013-access-reviews/index.ts';
import * as usagePrices from './0014-usage-prices/index.ts';
import * as jobAskers from './0015-job-askers/index.ts';
import * as callCallers from './0016-call-callers/index.ts';
import * as reportTotals from './0017-report-totals/index.ts';
import * as usageBudgets from './0018-usage-budgets/index.ts';
import * as noticeWebhooks from './0019-notice-webhooks/index.ts';
import * as booster from './0020-booster/index.ts';
import * as userProvisioning from './0021-user-provisioning/index.ts';
import * as refusalCodes from './0022-refusal-codes/index.ts';
import * as coarserCounts from './0023-coarser-counts/index.ts';
import * as eventTracing from './0024-event-tracing/index.ts';
import * as searchIndex from './0025-search-index/index.ts';
import * as linkedValues from './0028-linked-values/index.ts';
import * as uploadUsage from './0026-upload-usage/index.ts';
import * as searchExports from './0027-search-exports/index.ts';
import * as attestationSwitch from './0029-attestation-switch/index.ts';
import * as dataResidency from './0030-data-residency/index.ts';
import * as traceLags from './0031-trace-lags/index.ts';
import * as tillColumns from './0032-till-columns/index.ts';
import * as tenantHashingKeys from './0033-tenant-hashing-keys/index.ts';
import * as reportAnswers from './0034-report-answers/index.ts';
import * as uploadItems from './0035-upload-items/index.ts';
import * as tillLineColumns from './0036-till-line-columns/index.ts';
import * as lossConnections from './0037-loss-connections/index.ts';
import * as linkedColumns from './0038-linked-columns/index.ts';
import * as mergedSegments from './0039-merged-segments/index.ts';

/** Every migration by name, applied in the order of the names. A new one takes the next number; released ones never change. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-schema': schema,
  '0002-cases': cases,
  '0003-reports': reports,
  '0004-activity-chain': activityChain,
  '0005-observation-report': observationReport,
  '0006-case-order': caseOrder,
  '0007-sessions-and-tokens': sessionsAndTokens,
  '0008-report-cells': reportCells,
  '0009-people': people,
  '0010-environments': environments,
  '0011-retention': retention,
  '0012-notice-subscriptions': noticeSubscriptions,
  '0013-access-reviews': accessReviews,
  '0014-usage-prices': usagePrices,
  '0015-job-askers': jobAskers,
  '0016-call-callers': callCallers,
  '0017-report-totals': reportTotals,
  '0018-usage-budgets': usageBudgets,
  '0019-notice-webhooks': noticeWebhooks,
  '0020-booster': booster,
  '0021-user-provisioning': userProvisioning,
  '0022-refusal-codes': refusalCodes,
  '0023-coarser-counts': coarserCounts,
  '0024-event-tracing': eventTracing,
  '0025-search-index': searchIndex,
  '0026-upload-usage': uploadUsage,
  '0027-search-exports': searchExports,
  '0028-linked-values': linkedValues,
  '0029-attestation-switch': attestationSwitch,
  '0030-data-residency': dataResidency,
  '0031-trace-lags': traceLags,
  '0032-till-columns': tillColumns,
  '0033-tenant-hashing-keys': tenantHashingKeys,
  '0034-report-answers': reportAnswers,
  '0035-upload-items': uploadItems,
  '0036-till-line-columns': tillLineColumns,
  '0037-loss-connections': lossConnections,
  '0038-linked-columns': linkedColumns,
  '0039-merged-segments': mergedSegments,
};
