import type { AssessmentName } from '@redoubt/domain';
import type { Plan } from '@redoubt/engine';
import { asksGraph } from '../graph-runtime/start-graph.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { planOfKind } from './tenant-plans/plan-of-kind.ts';

const known = new WeakMap<Plan, boolean>();

const isAlone = (plan: Plan): boolean => !plan.isAsync && plan.actions !== 'async' && !asksGraph(plan);

/**
 * Whether an event can be decided with its plan, velocities and data alone: nothing is called, nothing goes on after the
 * answer, the graph is not asked, and no experiment runs over such events.
 */
export const isDecidedAlone = ({ kind, environment }: IncomingEvent): boolean => {
  if ((environment.branches?.experiments.get(kind as AssessmentName)?.length ?? 0) > 0) return false;
  const plan = planOfKind(kind, environment.plans);
  let alone = known.get(plan);
  if (alone === undefined) known.set(plan, (alone = isAlone(plan)));
  return alone;
};
