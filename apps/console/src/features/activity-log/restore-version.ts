import {
  getFunction,
  getRoutingRule,
  getRule,
  getVelocitySet,
  rollBackFunction,
  rollBackRoutingRule,
  rollBackRule,
  rollBackVelocitySet,
  type ActivityDetail,
} from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { useWrite } from '../../api/use-write.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

/** Publishes a version of the thing of an entry again; the tag it has now is read first. */
export const useRestoreVersion = ({ resource, assessment }: ActivityDetail, to: number) => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const ruleParams = { assessment: (assessment?.id ?? 'purchase') as AssessmentName, ruleId: resource.id };
  const changes = { changes: 'everything' } as const;
  const rule = useWrite(
    rollBackRule,
    async (note: string) => {
      const { version } = await call(getRule, { params: { environmentId, ...ruleParams } });
      return { params: ruleParams, body: { version, to, note } };
    },
    changes,
  );
  const routingRule = useWrite(
    rollBackRoutingRule,
    async (note: string) => {
      const { version } = await call(getRoutingRule, { params: { environmentId, ...ruleParams } });
      return { params: ruleParams, body: { version, to, note } };
    },
    changes,
  );
  const fn = useWrite(
    rollBackFunction,
    async (note: string) => {
      const params = { functionId: resource.id };
      const { version } = await call(getFunction, { params: { environmentId, ...params } });
      return { params, body: { version, to, note } };
    },
    changes,
  );
  const velocitySet = useWrite(
    rollBackVelocitySet,
    async (note: string) => {
      const params = { setId: resource.id };
      const { version } = await call(getVelocitySet, { params: { environmentId, ...params } });
      return { params, body: { version, to, note } };
    },
    changes,
  );
  if (resource.type === 'RoutingRule') return routingRule;
  if (resource.type === 'Function') return fn;
  return resource.type === 'VelocitySet' ? velocitySet : rule;
};
