import { getCaseThresholds } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

/** How often it is asked; figures are measured once a minute. */
const REFRESH_MS = 15_000;

/** Figures of cases that are watched in an environment. */
export const caseThresholdsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCaseThresholds, { params: { environmentId } }, { refetchInterval: REFRESH_MS });
