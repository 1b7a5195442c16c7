import { ASSESSMENTS, type AssessmentName, type EventKind } from '@redoubt/domain';
import type { Plan } from '@redoubt/engine';

/** The plans of one environment. Each counts the same velocities; they differ in their rules. */
export type AssessmentPlans = Readonly<Record<AssessmentName, Plan>>;

const withoutRules = new WeakMap<Plan, Plan>();

const ruleless = (plan: Plan): Plan => {
  const known = withoutRules.get(plan);
  if (known !== undefined) return known;
  const levels = plan.levels.map((level) => ({ ...level, rules: [] }));
  const made: Plan = { ...plan, levels, waits: false };
  withoutRules.set(plan, made);
  return made;
};

const isAssessmentName = (kind: EventKind): kind is AssessmentName =>
  (ASSESSMENTS as readonly EventKind[]).includes(kind);

/** A plan as events of a kind run it: what is no assessment with rules (a sign-up is scored) counts velocities alone. */
export const planForKind = (kind: EventKind, plan: Plan): Plan => (isAssessmentName(kind) ? plan : ruleless(plan));

/** The plan of an environment that events of a kind run. */
export const planOfKind = (kind: EventKind, plans: AssessmentPlans): Plan =>
  isAssessmentName(kind) ? plans[kind] : ruleless(plans.purchase);
