import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as log from './0002-log.ts';
import * as projections from './0003-projections.ts';
import * as refusedCalls from './0004-refused-calls.ts';
import * as segmentHeads from './0005-segment-heads.ts';
import * as peopleAndNotices from './0010-people-and-notices.ts';
import * as rules from './0020-rules.ts';
import * as lists from './0021-lists.ts';
import * as plans from './0022-plans.ts';
import * as listPositions from './0023-list-positions.ts';
import * as velocitySets from './0030-velocity-sets.ts';
import * as backtests from './0040-backtests.ts';
import * as velocitySnapshots from './0050-velocity-snapshots.ts';
import * as velocityBackfills from './0055-velocity-backfills.ts';
import * as velocitySettings from './0067-velocity-settings.ts';
import * as supportLists from './0070-support-lists.ts';
import * as functions from './0071-functions.ts';
import * as subjects from './0080-subjects.ts';
import * as refusedCallEnvironments from './0090-refused-call-environments.ts';
import * as apiCalls from './0091-api-calls.ts';
import * as externalCalls from './0110-external-calls.ts';
import * as velocitySources from './0205-velocity-sources.ts';
import * as branchBacktests from './0215-branch-backtests.ts';
import * as ownFields from './0220-own-fields.ts';
import * as environmentPurge from './0225-environment-purge.ts';
import * as lateActions from './0226-late-actions.ts';
import * as velocityFunctions from './0380-velocity-functions.ts';
import * as textRollBacks from './0381-text-roll-backs.ts';
import * as installationKeys from './0310-installation-keys.ts';
import * as nameLinks from './0350-name-links.ts';
import * as externalAssessments from './0180-external-assessments.ts';
import * as listVersions from './0120-list-versions.ts';
import * as listSources from './0121-list-sources.ts';
import * as ruleRollBacks from './0130-rule-roll-backs.ts';
import * as ruleSetSamples from './0131-rule-set-samples.ts';
import * as ruleTemplates from './0132-rule-templates.ts';
import * as publishRequests from './0133-publish-requests.ts';
import * as changeRequests from './0320-change-requests.ts';
import * as deviceSessions from './0160-device-sessions.ts';
import * as fingerprintHosts from './0161-fingerprint-hosts.ts';
import * as applicationCredentials from './0170-application-credentials.ts';
import * as mergedRefusals from './0171-merged-refusals.ts';
import * as recentCalls from './0172-recent-calls.ts';
import * as subjectRequests from './0200-subject-requests.ts';
import * as usage from './0173-usage.ts';
import * as ruleBranches from './0190-rule-branches.ts';
import * as experiments from './0191-experiments.ts';
import * as assessments from './0150-assessments.ts';
import * as ruleTypes from './0185-rule-types.ts';
import * as bodyMode from './0340-body-mode.ts';
import * as writeProbe from './0370-write-probe.ts';
import * as searchAttributes from './0375-search-attributes.ts';
import * as sharedListChunks from './0385-shared-list-chunks.ts';
import * as references from './0390-references.ts';
import * as fieldFills from './0415-field-fills.ts';
import * as jobs from './0420-jobs.ts';
import * as backfillJobs from './0421-backfill-jobs.ts';
import * as backtestJobs from './0422-backtest-jobs.ts';
import * as searchJobs from './0423-search-jobs.ts';
import * as subjectRequestJobs from './0424-subject-request-jobs.ts';
import * as purgeJobs from './0425-purge-jobs.ts';

/** Every migration by name, applied in the order of the names. Numbers: 0001–0019 base and log, 0020–0039 rules, lists and velocities. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-log': log,
  '0003-projections': projections,
  '0004-refused-calls': refusedCalls,
  '0005-segment-heads': segmentHeads,
  '0010-people-and-notices': peopleAndNotices,
  '0020-rules': rules,
  '0021-lists': lists,
  '0022-plans': plans,
  '0023-list-positions': listPositions,
  '0030-velocity-sets': velocitySets,
  '0040-backtests': backtests,
  '0050-velocity-snapshots': velocitySnapshots,
  '0055-velocity-backfills': velocityBackfills,
  '0067-velocity-settings': velocitySettings,
  '0070-support-lists': supportLists,
  '0071-functions': functions,
  '0080-subjects': subjects,
  '0090-refused-call-environments': refusedCallEnvironments,
  '0091-api-calls': apiCalls,
  '0110-external-calls': externalCalls,
  '0120-list-versions': listVersions,
  '0121-list-sources': listSources,
  '0130-rule-roll-backs': ruleRollBacks,
  '0131-rule-set-samples': ruleSetSamples,
  '0132-rule-templates': ruleTemplates,
  '0133-publish-requests': publishRequests,
  '0160-device-sessions': deviceSessions,
  '0161-fingerprint-hosts': fingerprintHosts,
  '0170-application-credentials': applicationCredentials,
  '0171-merged-refusals': mergedRefusals,
  '0172-recent-calls': recentCalls,
  '0173-usage': usage,
  '0200-subject-requests': subjectRequests,
  '0150-assessments': assessments,
  '0180-external-assessments': externalAssessments,
  '0185-rule-types': ruleTypes,
  '0190-rule-branches': ruleBranches,
  '0191-experiments': experiments,
  '0205-velocity-sources': velocitySources,
  '0215-branch-backtests': branchBacktests,
  '0220-own-fields': ownFields,
  '0225-environment-purge': environmentPurge,
  '0226-late-actions': lateActions,
  '0310-installation-keys': installationKeys,
  '0340-body-mode': bodyMode,
  '0350-name-links': nameLinks,
  '0370-write-probe': writeProbe,
  '0375-search-attributes': searchAttributes,
  '0380-velocity-functions': velocityFunctions,
  '0381-text-roll-backs': textRollBacks,
  '0385-shared-list-chunks': sharedListChunks,
  '0320-change-requests': changeRequests,
  '0390-references': references,
  '0415-field-fills': fieldFills,
  '0420-jobs': jobs,
  '0421-backfill-jobs': backfillJobs,
  '0422-backtest-jobs': backtestJobs,
  '0423-search-jobs': searchJobs,
  '0424-subject-request-jobs': subjectRequestJobs,
  '0425-purge-jobs': purgeJobs,
};
