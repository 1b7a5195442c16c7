import { getDataResidency, putDataResidency, type BodyIn } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export const dataResidencyQuery = (call: ApiCall, environmentId: string) =>
  read(call, getDataResidency, { params: { environmentId } });

export const useDataResidencyMutations = () => ({
  put: useWrite(putDataResidency, (body: BodyIn<typeof putDataResidency>) => ({ body }), {
    answers: { read: getDataResidency },
  }),
});
