import type { exportConfiguration as endpoint, QueryOf, ResponseOf } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { inTransaction } from '../unit-of-work.ts';
import { exportConfiguration, requireListsMayLeave } from './export-configuration.ts';

/**
 * What decides in an environment as files; lists of customers are among them, so the activity log says who took them. Samples of
 * rules are events, so people who see masks get no file. @throws `AUTH-FORBIDDEN` for them.
 */
export const exportFiles = async (
  context: EnvironmentContext,
  { without }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const { environmentId } = context;
  if (seesMasks(context, environmentId)) throw fail('AUTH-FORBIDDEN', { permission: 'personalData:read' });
  await requireListsMayLeave(context, without);
  const files = await exportConfiguration(context, { without });
  await inTransaction(context, (trx) =>
    recordActivity(trx, context, {
      operation: 'Export',
      type: 'Configuration',
      id: environmentId,
      name: '',
      environmentId,
      modified: { files: files.length },
    }),
  );
  return { files: [...files] };
};
