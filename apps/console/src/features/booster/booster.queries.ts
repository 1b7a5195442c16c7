import {
  getBooster,
  getBoosterReport,
  getBoosterSharings,
  inheritBooster,
  previewBooster,
  putBooster,
  type BodyIn,
  type QueryIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

const LOOK_AGAIN_MS = 10_000;

export const boosterQuery = (call: ApiCall, environmentId: string) =>
  read(call, getBooster, { params: { environmentId } });

export const boosterSharingsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getBoosterSharings, { params: { environmentId } }, { refetchInterval: LOOK_AGAIN_MS });

/** @param query how many days back, and what purchases are parted by */
export const boosterReportQuery = (call: ApiCall, environmentId: string, query: QueryIn<typeof getBoosterReport>) =>
  read(call, getBoosterReport, { params: { environmentId }, query });

const answers = { read: getBooster } as const;

/** The writes of what is shared, and the look at what would be; the writes answer the whole choice. */
export const useBoosterMutations = () => ({
  put: useWrite(putBooster, (body: BodyIn<typeof putBooster>) => ({ body }), { answers }),
  inherit: useWrite(inheritBooster, (version: string) => ({ body: { version } }), { answers }),
  preview: useWrite(previewBooster, (body: BodyIn<typeof previewBooster>) => ({ body }), { changes: 'nothing' }),
});
