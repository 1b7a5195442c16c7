import type { exportConfiguration as endpoint, QueryOf, ResponseOf } from '@redoubt/contracts';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { exportConfiguration } from './export-configuration.ts';

/** What decides in an environment as files; lists of customers are among them, so the activity log says who took them. */
export const exportFiles = async (
  context: EnvironmentContext,
  { without }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const files = await exportConfiguration(context, { without });
  const { environmentId } = context;
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
