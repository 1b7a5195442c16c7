import {
  changeManagedEnvironment,
  createManagedEnvironment,
  deleteManagedEnvironment,
  getManagedEnvironment,
  getManagedEnvironments,
  restoreManagedEnvironment,
  retryManagedEnvironment,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

const POLL_MS = 60_000;
const POLL_BUSY_MS = 5000;
const BUSY = ['New', 'Creating', 'Deleting'] as const;

/** The environments a person may look at; read often while one of them is on its way. */
export const managedEnvironmentsQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getManagedEnvironments,
    { params: { environmentId } },
    {
      refetchInterval: ({ state }) =>
        state.data?.environments.some(({ status }) => (BUSY as readonly string[]).includes(status))
          ? POLL_BUSY_MS
          : POLL_MS,
    },
  );

/** One of them with what it inherits. */
export const managedEnvironmentQuery = (call: ApiCall, environmentId: string, managedId: string) =>
  read(call, getManagedEnvironment, { params: { environmentId, managedId } });

/** The switcher and every page that names environments follow. */
const EVERYWHERE = { changes: 'everything' } as const;
const inPath = (managedId: string) => ({ params: { managedId } });

/** What can be done with environments. */
export const useEnvironmentMutations = () => ({
  create: useWrite(createManagedEnvironment, (body: BodyIn<typeof createManagedEnvironment>) => ({ body }), EVERYWHERE),
  change: useWrite(
    changeManagedEnvironment,
    ({ id, ...body }: BodyIn<typeof changeManagedEnvironment> & { readonly id: string }) => ({ ...inPath(id), body }),
    EVERYWHERE,
  ),
  remove: useWrite(
    deleteManagedEnvironment,
    ({ id, name }: { readonly id: string; readonly name: string }) => ({ ...inPath(id), body: { name } }),
    EVERYWHERE,
  ),
  restore: useWrite(restoreManagedEnvironment, inPath, EVERYWHERE),
  retry: useWrite(retryManagedEnvironment, inPath, EVERYWHERE),
});
