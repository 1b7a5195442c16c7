import type { ResourceKindName } from '@redoubt/contracts';
import type { ResourceKind } from './resource-kind.ts';
import { alertKind } from './kinds/alert.kind.ts';
import { assessmentKind } from './kinds/assessment.kind.ts';
import { branchKind } from './kinds/rules/branch.kind.ts';
import { caseConfigurationKind } from './kinds/cases/case-configuration.kind.ts';
import { caseSettingsKind } from './kinds/cases/case-settings.kind.ts';
import { boosterKind } from './kinds/booster.kind.ts';
import { controlShareKind } from './kinds/control-share.kind.ts';
import { costModelKind } from './kinds/cost-model.kind.ts';
import { caseThresholdsKind } from './kinds/cases/case-thresholds.kind.ts';
import { currencyKind } from './kinds/currency.kind.ts';
import { databaseListKind } from './kinds/lists/database-list.kind.ts';
import { environmentKind } from './kinds/environment.kind.ts';
import { externalAssessmentKind } from './kinds/external-assessment.kind.ts';
import { externalCallKind } from './kinds/external-call.kind.ts';
import { functionKind } from './kinds/function.kind.ts';
import { listKind } from './kinds/lists/list.kind.ts';
import { branchRuleKind, ruleKind } from './kinds/rules/rule.kind.ts';
import { ruleSetKind } from './kinds/rules/rule-set.kind.ts';
import { queueKind } from './kinds/cases/queue.kind.ts';
import { ruleTemplateKind } from './kinds/rules/rule-template.kind.ts';
import { supportListKind } from './kinds/lists/support-list.kind.ts';
import { traceSubscriptionKind } from './kinds/trace-subscription.kind.ts';
import { velocitySetKind } from './kinds/velocity-set.kind.ts';

/** What the rest needs no type of: each kind gets back only contents it gave. */
export type AnyKind = ResourceKind<unknown>;

const any = <Content>(kind: ResourceKind<Content>): AnyKind => kind as ResourceKind<unknown>;

/** Every kind, in the order they are taken in: a text may name resources of earlier kinds and of its own. */
export const RESOURCE_KINDS: readonly AnyKind[] = [
  any(environmentKind),
  any(currencyKind),
  any(costModelKind),
  any(supportListKind),
  any(listKind),
  any(databaseListKind),
  any(externalCallKind),
  any(assessmentKind),
  any(externalAssessmentKind),
  any(velocitySetKind),
  any(functionKind),
  any(caseConfigurationKind),
  any(caseSettingsKind),
  any(queueKind),
  any(caseThresholdsKind),
  any(ruleKind),
  any(ruleSetKind),
  any(alertKind),
  any(traceSubscriptionKind),
  any(controlShareKind),
  any(boosterKind),
  any(branchKind),
  any(branchRuleKind),
  any(ruleTemplateKind),
];

export const RESOURCE_KIND_NAMES: readonly ResourceKindName[] = RESOURCE_KINDS.map(({ kind }) => kind);

/** Whether a path is one that resources are kept under, beside the files they bring along, without some kinds. */
export const isConfigurationPath = (path: string, without: readonly ResourceKindName[] = []): boolean => {
  const yaml = path.replace(/\.csv$/, '.yaml');
  return RESOURCE_KINDS.some(
    ({ kind, owns, isData }) => !without.includes(kind) && (owns(path) || (isData === true && owns(yaml))),
  );
};
