import {
  isBuiltInAssessment,
  isDefinedAssessment,
  type BuiltInAssessment,
  type DefinedAssessmentKind,
  type LoggedKind,
} from '@redoubt/domain';
import type { Plan } from '@redoubt/engine';
import { invariant } from '@redoubt/kernel';

/** The plans of one environment. Each counts the same velocities; they differ in their rules. */
export type AssessmentPlans = Readonly<Record<BuiltInAssessment, Plan>> &
  Readonly<Partial<Record<DefinedAssessmentKind, Plan>>>;

const withoutRules = new WeakMap<Plan, Plan>();

const ruleless = (plan: Plan): Plan => {
  const known = withoutRules.get(plan);
  if (known !== undefined) return known;
  const levels = plan.levels.map((level) => ({ ...level, rules: [], actions: [], routing: [] }));
  const made: Plan = { ...plan, levels, isAsync: false, actions: 'none' };
  withoutRules.set(plan, made);
  return made;
};

/** A plan as tests run it, which have no effect outside. */
export const withoutActions = (plan: Plan): Plan =>
  plan.actions === 'none'
    ? plan
    : { ...plan, levels: plan.levels.map((level) => ({ ...level, actions: [] })), actions: 'none' };

/** A plan as events of a kind run it: what is no assessment with rules (a sign-up is scored) counts velocities alone. */
export const planForKind = (kind: LoggedKind, plan: Plan): Plan =>
  isBuiltInAssessment(kind) || isDefinedAssessment(kind) ? plan : ruleless(plan);

/** The plan of an environment that events of a kind run. */
export const planOfKind = (kind: LoggedKind, plans: AssessmentPlans): Plan => {
  if (isBuiltInAssessment(kind)) return plans[kind];
  if (!isDefinedAssessment(kind)) return ruleless(plans.purchase);
  const plan = plans[kind];
  invariant(plan, `${kind} has a plan where it is found`);
  return plan;
};
