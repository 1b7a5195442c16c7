import type { Geography } from '@redoubt/contracts';
import type { EnrichmentData } from '@redoubt/enrichment';
import {
  BUILT_IN_ATTESTATION,
  createReachableAddresses,
  createSubjectKeys,
  type AttestationText,
  type ExternalCalls,
  type SendAs,
  type SubjectKeys,
  type ReachableAddresses,
} from '@redoubt/services';
import type { Binding } from '../http/binding.ts';
import { apiManagementBindings } from './api-management/api-management.routes.ts';
import { applicationBindings } from './applications/applications.routes.ts';
import { assessmentBindings } from './assessments/assessments.routes.ts';
import { createAttestationBindings } from './attestation/attestation.routes.ts';
import { backtestBindings } from './backtests/backtests.routes.ts';
import { createChangeBindings } from './changes/changes.routes.ts';
import { createConfigurationBindings } from './configuration/configuration.routes.ts';
import { dashboardBindings } from './dashboard/dashboard.routes.ts';
import { monitorBindings } from './monitor/monitor.routes.ts';
import { createEventBindings } from './events/events.routes.ts';
import { externalAssessmentBindings } from './external-assessments/external-assessments.routes.ts';
import { createExternalCallBindings } from './external-calls/external-calls.routes.ts';
import { createFingerprintBindings } from './fingerprints/fingerprints.routes.ts';
import { functionBindings } from './functions/functions.routes.ts';
import { inventoryBindings } from './inventory/inventory.routes.ts';
import { ontologyBindings } from './ontology/ontology.routes.ts';
import { createIntegrationBindings } from './integration/integration.routes.ts';
import { createDatabaseListBindings } from './lists/database-lists.routes.ts';
import { jobBindings } from './jobs/jobs.routes.ts';
import { listBindings } from './lists/lists.routes.ts';
import { supportListBindings } from './support-lists/support-lists.routes.ts';
import { createMeBindings, type BuildFacts } from './me/me.routes.ts';
import { noticeBindings } from './notices/notices.routes.ts';
import { branchBindings } from './rules/branches.routes.ts';
import { ruleBindings } from './rules/rules.routes.ts';
import { templateBindings } from './templates/templates.routes.ts';
import { searchBindings } from './search/search.routes.ts';
import { createSubjectRequestBindings } from './subject-requests/subject-requests.routes.ts';
import { createSetUpBindings } from './set-up/set-up.routes.ts';
import { usageBindings } from './usage/usage.routes.ts';
import { createVelocityBindings, type CountedVelocities } from './velocities/velocities.routes.ts';

/** What the operator decided for the whole installation. */
export type InstallationFacts = {
  /** The statement administrators accept. */
  readonly statement: AttestationText;
  /** Where data can be stored; never empty. */
  readonly geographies: readonly Geography[];
};

const PLAIN_INSTALLATION: InstallationFacts = {
  statement: BUILT_IN_ATTESTATION,
  geographies: [{ code: 'local', friendlyName: 'This installation' }],
};

/** What the node has besides its database; tests leave most of it out. */
export type BindingParts = {
  readonly installation?: InstallationFacts;
  readonly velocities?: CountedVelocities | undefined;
  /** What may be looked up about addresses and cards. */
  readonly data?: (() => EnrichmentData) | undefined;
  /** Absent on a node that takes no events. */
  readonly send?: SendAs | undefined;
  /** What is kept of persons whose requests are worked on. */
  readonly subjects?: SubjectKeys;
  /** Where this installation may connect to. */
  readonly reachable?: Pick<ReachableAddresses, 'lookupFor'>;
};

/** Every console endpoint with the code that answers it; a feature adds its array here. */
export const createBindings = (
  build: BuildFacts,
  calls: ExternalCalls,
  {
    installation: { statement, geographies } = PLAIN_INSTALLATION,
    velocities,
    data,
    send,
    subjects = createSubjectKeys(''),
    reachable = createReachableAddresses([]),
  }: BindingParts = {},
): readonly Binding[] => {
  const bindings: readonly Binding[] = [
    ...apiManagementBindings,
    ...applicationBindings,
    ...assessmentBindings,
    ...createAttestationBindings(statement),
    ...backtestBindings,
    ...createChangeBindings(calls.secrets, () => bindings),
    ...createConfigurationBindings(calls),
    ...dashboardBindings,
    ...createEventBindings(data, subjects.hashEventId),
    ...monitorBindings,
    ...createDatabaseListBindings(calls),
    ...externalAssessmentBindings,
    ...createExternalCallBindings(calls),
    ...createFingerprintBindings(reachable, data),
    ...functionBindings,
    ...inventoryBindings,
    ...ontologyBindings,
    ...createIntegrationBindings(send),
    ...jobBindings,
    ...listBindings,
    ...supportListBindings,
    ...createMeBindings(build, statement),
    ...noticeBindings,
    ...branchBindings,
    ...ruleBindings,
    ...templateBindings,
    ...searchBindings,
    ...createSetUpBindings(geographies),
    ...createSubjectRequestBindings(subjects),
    ...usageBindings,
    ...createVelocityBindings(velocities),
  ];
  return bindings;
};
