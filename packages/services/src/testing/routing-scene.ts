import type { AssessmentName } from '@redoubt/domain';
import { HOUR_MS, newId, type Id } from '@redoubt/kernel';
import { advancePlanHead } from '@redoubt/storage';
import type { TestDatabase } from '@redoubt/testing/database';
import { createRoutingRule, publishRoutingRule } from '../rules/routing-rules.commands.ts';
import type { Scene } from './scene.ts';

type NewQueue = {
  readonly decision?: string;
  readonly assessment?: AssessmentName;
  readonly orderBy?: string;
};

/** Queues and routing rules for a scene; the scene is the one of the test at hand. */
export const routingIn = (test: TestDatabase, sceneNow: () => Scene) => {
  const addQueue = async (
    environment: string,
    name: string,
    { decision = 'Reject', assessment = 'purchase', orderBy = 'user.country' }: NewQueue = {},
  ): Promise<Id> => {
    const { tenantId, clock, idOf } = sceneNow();
    const id = newId();
    const at = new Date(clock.now());
    await test.database.inTenant(tenantId, async (trx) => {
      await advancePlanHead(trx, tenantId, at);
      await trx
        .insertInto('case_queue')
        .values({
          tenant_id: tenantId,
          queue_id: id,
          environment_id: idOf(environment),
          assessment,
          name,
          name_key: name.toLowerCase(),
          description: '',
          sequence: 'Unrestricted',
          order_by: orderBy,
          direction: 'asc',
          timeout_ms: 2 * HOUR_MS,
          default_decision: decision,
          changed_by: 'test',
          changed_at: at,
        })
        .execute();
    });
    return id;
  };

  /** Publishes the routing rule “By amount” with the clause “Large”. */
  const route = async (environment: string, code: string, assessment: AssessmentName = 'purchase'): Promise<void> => {
    const context = sceneNow().contextIn(environment);
    const text = { condition: '', clauses: [{ id: newId(), name: 'Large', code }], samplePayload: {} };
    const rule = { name: 'By amount', description: '' };
    const { id, version } = await createRoutingRule(context, assessment, { ...rule, text });
    const input = { ...rule, version, active: true, note: '', overwrite: false };
    await publishRoutingRule(context, assessment, id, input);
  };

  return { addQueue, route };
};
