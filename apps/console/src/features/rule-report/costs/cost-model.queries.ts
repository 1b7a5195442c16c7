import { getCostModel, putCostModel, queryRuleReport, type BodyIn } from '@redoubt/contracts';
import type { ApiCall } from '../../../api/api-call.ts';
import { read } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';

export const costModelQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCostModel, { params: { environmentId } });

export const usePutCostModel = () =>
  useWrite(putCostModel, (body: BodyIn<typeof putCostModel>) => ({ body }), {
    answers: { read: getCostModel },
    changes: [queryRuleReport],
  });
