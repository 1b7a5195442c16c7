import { getFirstSteps } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

export const firstStepsQuery = (call: ApiCall) => read(call, getFirstSteps, {}, { staleTime: 0 });
