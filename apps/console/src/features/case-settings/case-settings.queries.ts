import {
  getCaseConfigurations,
  getCaseSettings,
  putCaseConfiguration,
  putCaseSettings,
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
