import { z } from 'zod';

/** Kinds of resources that configuration files hold. */
export const resourceKind = z.enum([
  'environment',
  'supportList',
  'list',
  'databaseList',
  'externalCall',
  'externalAssessment',
  'assessment',
  'velocitySet',
  'function',
  'queue',
  'rule',
  'ruleSet',
  'branch',
  'branchRule',
  'ruleTemplate',
  'caseConfiguration',
  'caseSettings',
  'caseThresholds',
  'alert',
  'traceSubscription',
  'controlShare',
  'acceptanceBooster',
  'costModel',
  'currency',
]);
export type ResourceKindName = z.infer<typeof resourceKind>;
