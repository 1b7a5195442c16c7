import * as contracts from '@redoubt/contracts';
import type { Scenario, Scene } from './scenario.ts';
import { ROUTING_SCENARIOS } from './routing-scenarios.ts';

/** A queue of purchases. */
export const QUEUE_TEXT = {
  assessment: 'purchase',
  name: 'High amount',
  sequence: 'Unrestricted',
  orderBy: 'expectedLoss',
  direction: 'desc',
  timeoutMs: 14_400_000,
  defaultDecision: 'Reject',
} as const;

const queueOf = async ({ admin, tenant: { environmentId } }: Scene) => {
  const params = { environmentId };
  const { id, version } = await admin.call(contracts.createQueue, { params, body: QUEUE_TEXT });
  return { params: { ...params, queueId: id }, version };
};

/** Changes of where cases go, and of what their time-outs decide. */
export const CASEWORK_SCENARIOS: readonly Scenario[] = [
  ...ROUTING_SCENARIOS,
  [
    contracts.putCaseConfiguration,
    async ({ admin, tenant: { environmentId } }) => {
      const { configurations } = await admin.call(contracts.getCaseConfigurations, { params: { environmentId } });
      const { version = '', configuration } = configurations.find((each) => each.assessment === 'purchase') ?? {};
      const body = { version, configuration: { ...configuration, defaultDecisionButtonName: 'Reject' }, remap: [] };
      return { params: { environmentId, assessment: 'purchase' }, body };
    },
  ],
  [
    contracts.putCaseSettings,
    async ({ admin, tenant: { environmentId } }) => {
      const params = { environmentId };
      const {
        changed: _changed,
        canWrite: _canWrite,
        ...settings
      } = await admin.call(contracts.getCaseSettings, { params });
      return { params, body: { ...settings, holdSeconds: 60 } };
    },
  ],
  [
    contracts.changeQueue,
    async (scene) => {
      const { params, version } = await queueOf(scene);
      const { assessment: _assessment, ...settings } = QUEUE_TEXT;
      return { params, body: { ...settings, defaultDecision: 'Approve', version } };
    },
  ],
  [
    contracts.deleteQueue,
    async (scene) => {
      const { params, version } = await queueOf(scene);
      return { params, query: { version } };
    },
  ],
];
