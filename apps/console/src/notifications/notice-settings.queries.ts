import {
  getNotices,
  getNoticeSettings,
  putNoticeSettings,
  renewNoticeWebhookSecret,
  testNoticeWebhook,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../api/api-call.ts';
import { read } from '../api/read.ts';
import { useWrite } from '../api/use-write.ts';

export const noticeSettingsQuery = (call: ApiCall) => read(call, getNoticeSettings, {}, { staleTime: 0 });

/** Keeps where the person hears of what; notices of a type that came or went are read again. */
export const useSaveNoticeSettings = () =>
  useWrite(putNoticeSettings, (body: BodyIn<typeof putNoticeSettings>) => ({ body }), {
    environmentId: '',
    answers: { read: getNoticeSettings },
    changes: [getNotices],
  });

/** Tries the person's own webhook, and makes what its messages are signed with. */
export const useNoticeWebhook = () => ({
  test: useWrite(testNoticeWebhook, (_none: undefined) => ({}), { environmentId: '', changes: [getNoticeSettings] }),
  renewSecret: useWrite(renewNoticeWebhookSecret, (_none: undefined) => ({}), {
    environmentId: '',
    changes: [getNoticeSettings],
  }),
});
