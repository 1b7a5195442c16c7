import { getControlShare, putControlShare, type BodyIn } from '@redoubt/contracts';
import type { ApiCall } from '../../../api/api-call.ts';
import { read } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';

export const controlShareQuery = (call: ApiCall, environmentId: string) =>
  read(call, getControlShare, { params: { environmentId } });

export const usePutControlShare = () =>
  useWrite(putControlShare, (body: BodyIn<typeof putControlShare>) => ({ body }), {
    answers: { read: getControlShare },
  });
