import type { Permission } from '../access/capabilities.ts';

/** Facts about a kind of work that the server does beside requests. */
export type JobKindFacts = {
  /** What its progress counts; of values and rows it is not known how many there are. */
  readonly unit: 'events' | 'positions' | 'values' | 'rows' | 'cases' | 'mails' | 'months' | 'resources';
  /** Who sees its jobs. */
  readonly permission: Permission;
  /** Who may cancel them; absent: they are undone on the page of their thing, or not at all. */
  readonly cancel?: Permission;
  /** How long jobs that are over are kept; absent: they go with the thing that they are about. */
  readonly keptDays?: number;
};

const FACTS = {
  velocityBackfill: {
    unit: 'events',
    permission: 'functionsAndVelocities:read',
    cancel: 'functionsAndVelocities:write',
  },
  backtest: { unit: 'events', permission: 'decisionRules:read', cancel: 'decisionRules:write' },
  rulePruning: { unit: 'events', permission: 'decisionRules:read', cancel: 'decisionRules:write' },
  searchFill: { unit: 'events', permission: 'search:read', cancel: 'assessments:write' },
  searchRemove: { unit: 'values', permission: 'search:read', keptDays: 30 },
  searchIndexFill: { unit: 'events', permission: 'adminSearch:read', cancel: 'adminSearch:write', keptDays: 30 },
  searchIndexRemove: { unit: 'rows', permission: 'adminSearch:read', cancel: 'adminSearch:write', keptDays: 30 },
  searchExport: { unit: 'rows', permission: 'search:read', keptDays: 30 },
  subjectRequest: { unit: 'positions', permission: 'subjectRequestsView:read' },
  lateActions: { unit: 'events', permission: 'decisionRules:read', keptDays: 30 },
  caseConsequences: { unit: 'events', permission: 'queues:read', keptDays: 30 },
  caseTimeouts: { unit: 'cases', permission: 'queues:read', keptDays: 30 },
  caseUpkeep: { unit: 'cases', permission: 'queues:read', keptDays: 30 },
  alerts: { unit: 'values', permission: 'alerts:read', keptDays: 30 },
  webhook: { unit: 'values', permission: 'alerts:read' },
  caseThresholds: { unit: 'values', permission: 'caseReport:read', keptDays: 30 },
  scheduledReport: { unit: 'mails', permission: 'caseReport:read', keptDays: 30 },
  mail: { unit: 'mails', permission: 'caseReport:read' },
  uploadCheck: { unit: 'rows', permission: 'dataUpload:read' },
  uploadImport: { unit: 'events', permission: 'dataUpload:read' },
  uploadUndo: { unit: 'events', permission: 'dataUpload:read' },
  lossPreventionSync: { unit: 'resources', permission: 'lossPrevention:read', keptDays: 30 },
  lossPreventionScores: { unit: 'months', permission: 'lossPrevention:read', keptDays: 30 },
  activityVerification: { unit: 'rows', permission: 'activityLogs:read', keptDays: 30 },
  storageMeasurement: { unit: 'resources', permission: 'adminBilling:read', keptDays: 30 },
  environmentCreation: { unit: 'resources', permission: 'childEnvironments:read', keptDays: 30 },
  retention: { unit: 'rows', permission: 'adminConfiguration:read', keptDays: 30 },
  environmentPurge: { unit: 'rows', permission: 'childEnvironments:read', keptDays: 30 },
} as const satisfies Record<string, JobKindFacts>;

export type JobKind = keyof typeof FACTS;

export const JOB_KINDS: Readonly<Record<JobKind, JobKindFacts>> = FACTS;

/** A job that was cancelled or failed can be queued again. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];
