import type { Binding } from '../http/binding.ts';
import { dashboardBindings } from './dashboard/dashboard.routes.ts';
import { eventBindings } from './events/events.routes.ts';
import { listBindings } from './lists/lists.routes.ts';
import { createMeBindings, type BuildFacts } from './me/me.routes.ts';
import { ruleBindings } from './rules/rules.routes.ts';
import { searchBindings } from './search/search.routes.ts';

/** Every console endpoint with the code that answers it; a feature adds its array here. */
export const createBindings = (build: BuildFacts): readonly Binding[] => [
  ...dashboardBindings,
  ...eventBindings,
  ...listBindings,
  ...createMeBindings(build),
  ...ruleBindings,
  ...searchBindings,
];
