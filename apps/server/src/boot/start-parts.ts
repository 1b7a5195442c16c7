import { USED_APIS } from '@redoubt/contracts';
import { systemClock } from '@redoubt/kernel';
import {
  createBackfills,
  createBacktests,
  createRulePrunings,
  createCallMetrics,
  createExternalCalls,
  createActivityVerification,
  createAlertMails,
  createAlertWatch,
  createCaseThresholdWatch,
  createCaseTimeOuts,
  createCaseConsequences,
  createCaseUpkeep,
  createLateActions,
  createMailDelivery,
  createEnvironmentCreations,
  createPurges,
  createRetentionJobs,
  createStorageMeasurements,
  createReachableAddresses,
  createScheduledReports,
  createSearchIndexJobs,
  createSearchJobs,
  createSearchExports,
  createSubjectJobs,
  createSubjectKeys,
  createLossPreventionScores,
  createLossPreventionSyncs,
  createUploadChecks,
  createUploadImports,
  createUploadUndos,
  createTextCompiler,
  createWebhookDelivery,
  startJobs,
  startPurchaseSharing,
  startTraceSending,
  watchCredentials,
  noticeSuspendedCall,
  watchBudgets,
  watchNoticeMails,
  watchNoticeWebhooks,
  watchTokens,
  watchDeviceSessions,
  type ExternalCalls,
  type TextCompiler,
  type JobRunner,
} from '@redoubt/services';
import {
  createStorageCheck,
  projectedPosition,
  lateNotes,
  projectionNotes,
  startProjectors,
  type Log,
  type Projectors,
} from '@redoubt/storage';
import { evaluator } from '../features/evaluator.ts';
import { createReportPace } from '../features/paced-reports.ts';
import { startEnrichmentData } from './enrichment-data.ts';
import { openMailServer } from './mail-server.ts';
import type { NodeBase } from './node-base.ts';
import { hasRole } from './settings/server-options.ts';
import { startDecisions } from './start-decisions.ts';

/** What rules call outside, counted for operators and for the console. */
const startCalls = ({ database, keys, metrics, shutdown }: NodeBase, targets: readonly string[]): ExternalCalls => {
  const counts = createCallMetrics(database);
  shutdown.add(counts.close);
  const calls = createExternalCalls({
    installationKey: keys.sealing,
    allowed: targets,
    clock: systemClock,
    monotonicMs: () => performance.now(),
    count: (call) => {
      counts.count(call);
      metrics.externalCall(call.outcome, call.latencyMs / 1000);
    },
    onSuspended: noticeSuspendedCall(database, systemClock),
  });
  shutdown.add(async () => calls.close());
  return calls;
};

/** What sends messages of alerts to other systems. */
const startWebhooks = ({ database, keys, shutdown }: NodeBase, allowed: readonly string[]): JobRunner => {
  const delivery = createWebhookDelivery({ database, clock: systemClock, installationKey: keys.sealing, allowed });
  shutdown.add(async () => delivery.close());
  return delivery;
};

/** What tells people of notices outside the console: mails where there is a mail server, and webhooks of their own. */
const startNotices = (
  { options, database, keys, shutdown }: NodeBase,
  targets: readonly string[],
  hasMail: boolean,
) => {
  if (!hasRole(options, 'projectors')) return;
  const means = { database, clock: systemClock, origin: options.settings.origin };
  if (hasMail) shutdown.add(watchNoticeMails(means).close);
  shutdown.add(watchNoticeWebhooks({ ...means, installationKey: keys.sealing, allowed: targets }).close);
};

/** What sends events to other systems as they happen: approved purchases to issuers, and those that subscriptions choose. */
const startSending = (
  { options, database, keys, shutdown }: NodeBase,
  allowed: readonly string[],
  { calls, texts }: { readonly calls: ExternalCalls; readonly texts: TextCompiler },
) => {
  const common = { database, clock: systemClock, monotonicMs: () => performance.now() };
  const directory = options.settings.TRACE_DIRECTORY ?? null;
  shutdown.add(startPurchaseSharing({ ...common, calls }).close);
  shutdown.add(startTraceSending({ ...common, installationKey: keys.sealing, allowed, directory, texts }).close);
};

/** What follows the log, and the jobs of the node that writes projections. */
const startNodeProjectors = (
  { options, database, readiness, shutdown }: NodeBase,
  eventLog: Log | undefined,
): Projectors | undefined => {
  if (!hasRole(options, 'projectors')) return undefined;
  const projectors = startProjectors(database, eventLog, { inThread: true });
  shutdown.add(projectors.close);
  readiness.note(projectionNotes(database, () => performance.now()));
  readiness.note(() => lateNotes(projectors.state()));
  shutdown.add(watchCredentials(database, systemClock).close);
  shutdown.add(watchTokens(database, systemClock).close);
  shutdown.add(watchBudgets({ database, clock: systemClock, apis: USED_APIS }).close);
  shutdown.add(watchDeviceSessions(database, systemClock).close);
  return projectors;
};

/** The parts of a node that its roles ask for. */
export const startParts = async (base: NodeBase, targets: readonly string[]) => {
  const { options, database, keys, metrics, readiness, shutdown } = base;
  readiness.require(createStorageCheck(database));
  const data = startEnrichmentData(options.settings, options.log);
  shutdown.add(async () => data.close());
  evaluator.useData(data.sources);
  // Apart from the one that checks what the console sends: plans wait for no person.
  const texts = createTextCompiler();
  shutdown.add(texts.close);
  const common = { database, clock: systemClock };
  const mailServer = await openMailServer(options.settings);
  const pace = createReportPace(() => projectedPosition(database));
  const backfills = hasRole(options, 'projectors')
    ? createBackfills({
        ...common,
        texts,
        data: data.sources,
        installationKey: keys.hashing,
      })
    : undefined;
  const calls = startCalls(base, targets);
  const decisions = hasRole(options, 'decisions')
    ? await startDecisions(base, { texts, data, backfills, calls })
    : undefined;
  const projectors = startNodeProjectors(base, decisions?.eventLog);
  const ofProjectors: readonly JobRunner[] = backfills
    ? [
        backfills,
        createActivityVerification({
          ...common,
          key: keys.hashing,
          anchors: { file: options.settings.AUDIT_ANCHOR_FILE, webhook: options.settings.AUDIT_ANCHOR_WEBHOOK },
        }),
        createPurges(database, systemClock),
        createStorageMeasurements(common),
        createEnvironmentCreations({ ...common, calls }),
        createRetentionJobs({ ...common, installationKey: keys.hashing }),
        createCaseTimeOuts(common),
        createCaseUpkeep(common),
        createCaseThresholdWatch({
          ...common,
          mails:
            mailServer === undefined ? undefined : createAlertMails({ ...common, origin: options.settings.origin }),
        }),
        createAlertWatch({ ...common, origin: options.settings.origin, sendsMail: mailServer !== undefined }),
        startWebhooks(base, targets),
        createBacktests({ ...common, texts, installationKey: keys.hashing, data: data.sources }),
        createRulePrunings({ ...common, installationKey: keys.hashing, data: data.sources }),
        ...createSearchJobs(common),
        createSearchExports({ ...common, texts }),
        ...createSearchIndexJobs(common),
        createSubjectJobs(database, systemClock, createSubjectKeys(keys.hashing, keys.sealing)),
        createLossPreventionScores(common),
        createLossPreventionSyncs({ ...common, directory: options.settings.LOSS_PREVENTION_DIRECTORY ?? null }),
        createUploadChecks(common),
        createUploadUndos({ ...common, keys: createSubjectKeys(keys.hashing, keys.sealing) }),
        ...(mailServer === undefined
          ? []
          : [
              createMailDelivery({ ...common, server: mailServer }),
              createScheduledReports({ ...common, server: mailServer.facts, origin: options.settings.origin, pace }),
            ]),
      ]
    : [];
  startNotices(base, targets, mailServer !== undefined);
  if (hasRole(options, 'projectors')) startSending(base, targets, { calls, texts });
  const ofDecisions = decisions
    ? [
        createLateActions({ database, service: decisions.service, texts }),
        createCaseConsequences({ ...common, service: decisions.service, texts }),
        createUploadImports({ ...common, service: decisions.service }),
      ]
    : [];
  shutdown.add(startJobs({ ...common, runners: [...ofProjectors, ...ofDecisions] }).close);
  const reachable = createReachableAddresses(targets);
  const hasConsole = hasRole(options, 'console');
  const mail = mailServer?.facts;
  const traceDirectory = options.settings.TRACE_DIRECTORY ?? null;
  const retailDirectory = options.settings.LOSS_PREVENTION_DIRECTORY ?? null;
  const directories = { traceDirectory, retailDirectory };
  return { metrics, readiness, data, calls, reachable, ...directories, decisions, projectors, mail, hasConsole, pace };
};
