import type { Applications } from '@redoubt/contracts';
import { listApplications } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { applicationAnswer, environmentsToGive, readApplicationScope } from './application-scope.ts';
import { inTransaction } from '../unit-of-work.ts';

/** The applications that may call in an environment, above or below it, with what the person may grant. */
export const getApplications = async (context: EnvironmentContext, person: SignedInPerson): Promise<Applications> => {
  const { clock } = context;
  return inTransaction(context, async (trx) => {
    const scope = await readApplicationScope(trx, context, person);
    const stored = await listApplications(trx);
    return {
      applications: stored
        .filter(({ grants }) => scope.concerns(grants))
        .map((application) => applicationAnswer(application, scope, clock.now())),
      missing: scope.missing,
      environments: environmentsToGive(scope),
      rolesEverywhere: [...scope.rolesToGive(null)],
    };
  });
};
