import type { FirstSteps } from '@redoubt/contracts';
import { allows, SUPPORT_RULE_NAME, type Permission } from '@redoubt/domain';
import { readTakenSteps, type TakenSteps } from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';

type Step = FirstSteps['steps'][number]['id'];

/** The steps in their order: what each needs, and how it is seen that it was taken. */
const STEPS: readonly { readonly id: Step; readonly needs: Permission; readonly taken: keyof TakenSteps }[] = [
  { id: 'application', needs: 'applications:write', taken: 'hasApplication' },
  { id: 'people', needs: 'accessControlPeople:write', taken: 'hasPeople' },
  { id: 'rule', needs: 'decisionRules:write', taken: 'hasRule' },
  { id: 'event', needs: 'integration:read', taken: 'hasEvent' },
];

/** What the tenant needs after its set-up, as far as the person may do it in an environment. */
export const getFirstSteps = async (context: ServiceContext, person: SignedInPerson): Promise<FirstSteps> =>
  reading(context, async (trx) => {
    const { environments } = await loadPersonAccess(trx, person, new Date(context.clock.now()));
    const taken = await readTakenSteps(trx, SUPPORT_RULE_NAME);
    const steps = STEPS.filter(({ needs }) => environments.some(({ capabilities }) => allows(capabilities, needs)));
    return { steps: steps.map((step) => ({ id: step.id, isDone: taken[step.taken] })) };
  });
