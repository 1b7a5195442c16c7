import {
  getCaseConfigurations,
  exportExchangeRates,
  getCaseSettings,
  getCurrencies,
  getRateHistory,
  putCaseConfiguration,
  putCaseSettings,
  putCurrencySettings,
  removeExchangeRates,
  uploadExchangeRates,
  type BodyIn,
  type CaseConfigurationDetail,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export const caseConfigurationsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCaseConfigurations, { params: { environmentId } });

export const caseSettingsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCaseSettings, { params: { environmentId } });

type Configured = {
  readonly assessment: CaseConfigurationDetail['assessment'];
  readonly body: BodyIn<typeof putCaseConfiguration>;
};

/** Saves the decisions of an assessment; queues may take others afterwards. */
export const usePutCaseConfiguration = () =>
  useWrite(putCaseConfiguration, ({ assessment, body }: Configured) => ({ params: { assessment }, body }), {
    changes: 'everything',
  });

export const usePutCaseSettings = () =>
  useWrite(putCaseSettings, (body: BodyIn<typeof putCaseSettings>) => ({ body }), {
    answers: { read: getCaseSettings },
  });

export const currenciesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCurrencies, { params: { environmentId } });

export const rateHistoryQuery = (call: ApiCall, environmentId: string, currency: string) =>
  read(call, getRateHistory, { params: { environmentId }, query: { currency } });

/** The writes of currency and exchange rates; figures of reports follow them. */
export const useCurrencyMutations = () => ({
  configure: useWrite(putCurrencySettings, (body: BodyIn<typeof putCurrencySettings>) => ({ body }), {
    changes: 'everything',
  }),
  upload: useWrite(
    uploadExchangeRates,
    ({ name, csv }: { readonly name: string; readonly csv: string }) => ({ query: { name }, body: csv }),
    { changes: 'everything' },
  ),
  remove: useWrite(removeExchangeRates, ({ id }: { readonly id: string }) => ({ params: { fileId: id } }), {
    changes: 'everything',
  }),
  download: useWrite(exportExchangeRates, () => ({}), { changes: 'nothing' }),
});
