import * as contracts from '@redoubt/contracts';
import type { ConsolePerson } from '../../testing/console-app.ts';
import type { SceneTenant } from '../../testing/scene.ts';

type Scene = { readonly tenant: SceneTenant; readonly admin: ConsolePerson };
type Prepare = (scene: Scene) => Promise<{ readonly params: object; readonly query?: object; readonly body?: object }>;

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

/** Changes of what time-outs decide. */
export const QUEUE_SCENARIOS: readonly (readonly [endpoint: contracts.Endpoint, prepare: Prepare])[] = [
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
