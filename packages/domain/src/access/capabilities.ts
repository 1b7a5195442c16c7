/**
 * What a person can be allowed to do, one key per row of the role matrix (`docs/reference/access.md#roles`, the two
 * rows that the PSP edition splits off, and the ontology, which support agents read too). A key is held with `read` or
 * `write`; `write` implies `read`.
 */
export const CAPABILITIES = [
  'dashboard',
  'assessments',
  'decisionRules',
  'monitoring',
  'reports',
  'scoreReport',
  'alerts',
  'search',
  'sharedViews',
  'personalData',
  'personalDataReveal',
  'notes',
  'queues',
  'queueAssignments',
  'caseReview',
  'caseReport',
  'routingRules',
  'functionsAndVelocities',
  'externalCalls',
  'lists',
  'supportListStatus',
  'purchaseSupport',
  'eventTracing',
  'dataUpload',
  'apiManagement',
  'ontology',
  'ruleTemplates',
  'assessmentTemplates',
  'environmentTemplates',
  'graphExplorer',
  'integration',
  'applications',
  'usage',
  'activityLogs',
  'accessControlPeople',
  'accessControlApplications',
  'subjectRequestsSubmit',
  'subjectRequestsView',
  'acceptanceBooster',
  'noticesEnvironment',
  'noticesIntegration',
  'noticesActions',
  'noticesSearch',
  'noticesNotes',
  'rootEnvironments',
  'rootEnvironmentsUpdate',
  'childEnvironments',
  'adminBilling',
  'adminConfiguration',
  'adminSearch',
  'lossPrevention',
] as const;

export type Capability = (typeof CAPABILITIES)[number];
export type Access = 'read' | 'write';

/** A capability with the access asked for, written `search:read`. */
export type Permission = `${Capability}:${Access}`;

/**
 * Roles of applications that call the public API; they never sign in to the console. `Historical_API` is ours: it
 * allows sending past events in historical mode. So is `Case_API`: outside tools work on cases with it, in the queues that are
 * assigned to them, and together with `CaseAllQueues_API` in all. `Export_API` reads what is stored in bulk, with masks in place of
 * personal values; together with `ExportPersonal_API` it reads the values.
 */
export const API_ROLES = [
  'Risk_API',
  'Provisioning_API',
  'Historical_API',
  'Case_API',
  'CaseAllQueues_API',
  'Export_API',
  'ExportPersonal_API',
] as const;
export type ApiRole = (typeof API_ROLES)[number];
