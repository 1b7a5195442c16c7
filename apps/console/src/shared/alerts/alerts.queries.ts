import {
  changeAlert,
  createAlert,
  deleteAlert,
  followAlert,
  getAlertHistory,
  getAlerts,
  getAlertTargets,
  muteAlert,
  previewAlert,
  renewWebhookSecret,
  testWebhook,
  type AlertRow,
  type AlertText,
} from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** Alerts are measured every minute. */
const REFRESH_MS = 60_000;

/** Messages to webhooks are sent within seconds. */
const HISTORY_MS = 10_000;

export const alertsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getAlerts, { params: { environmentId } }, { refetchInterval: REFRESH_MS });

export const alertTargetsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getAlertTargets, { params: { environmentId } });

export const alertHistoryQuery = (call: ApiCall, environmentId: string, alertId: string) =>
  read(call, getAlertHistory, { params: { environmentId, alertId } }, { refetchInterval: HISTORY_MS });

/** What decides whether an alert opens. */
export type WatchedSeries = Pick<
  AlertText,
  'figure' | 'target' | 'decision' | 'includeChildren' | 'windowMinutes' | 'condition' | 'threshold' | 'row'
>;

export const alertPreviewQuery = (
  call: ApiCall,
  environmentId: string,
  { target, decision, threshold, includeChildren, ...asked }: WatchedSeries,
) =>
  read(
    call,
    previewAlert,
    {
      params: { environmentId },
      query: {
        ...asked,
        includeChildren: String(includeChildren),
        ...(target === null ? {} : { target }),
        ...(decision === null ? {} : { decision }),
        ...(threshold === null ? {} : { threshold }),
      },
    },
    { placeholderData: keepPreviousData, staleTime: REFRESH_MS },
  );

type Versioned = Pick<AlertRow, 'id' | 'version'>;
type Id = Pick<AlertRow, 'id'>;

/** Changes of alerts; each reads them again. */
export const useAlertMutations = () => ({
  create: useWrite(createAlert, (body: AlertText) => ({ body })),
  change: useWrite(changeAlert, ({ id, ...body }: Versioned & AlertText) => ({ params: { alertId: id }, body })),
  remove: useWrite(deleteAlert, ({ id, version }: Versioned) => ({ params: { alertId: id }, query: { version } })),
  mute: useWrite(muteAlert, ({ id, until }: Id & { readonly until: string | null }) => ({
    params: { alertId: id },
    body: { until },
  })),
  follow: useWrite(followAlert, ({ id, mailed }: Id & { readonly mailed: boolean }) => ({
    params: { alertId: id },
    body: { mailed },
  })),
  test: useWrite(testWebhook, ({ id }: Id) => ({ params: { alertId: id } })),
  renewSecret: useWrite(renewWebhookSecret, ({ id }: Id) => ({ params: { alertId: id } }), {
    changes: 'nothing',
    gcTime: 0,
  }),
});
