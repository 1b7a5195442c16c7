import { isAssessmentKind, velocityPayload } from '@redoubt/domain';
import { contributionsOf, type Plan, type VelocityPort } from '@redoubt/engine';
import { newId, type Id, type JsonObject } from '@redoubt/kernel';
import type { StoredEvent } from '@redoubt/storage';
import { SlabStore } from '@redoubt/velocity';
import { ruleEvaluationOf } from '../../decisions/recorded/recorded-event.ts';
import { createVelocityRuntime } from '../../velocity-runtime/velocity-runtime.ts';

/** Velocities while stored events are decided again, as one plan counts them. */
export type TriedVelocities = {
  /** What is counted so far, as an event of that time reads it. */
  readonly portAt: (eventTimeMs: number) => VelocityPort;
  /** Counts an event; in order of the log. */
  readonly count: (event: CountableEvent) => void;
};

export type CountableEvent = Pick<StoredEvent, 'kind' | 'eventTimeMs' | 'resultText' | 'requestText'>;

const MAX_BYTES = 2 ** 28;

/**
 * Counts stored events by the velocities of a plan, those that are published nowhere yet included, in a store of its own.
 * What is not kept with an event (facts looked up about it, variables, the event that a label is about) counts as absent.
 */
export const triedVelocities = (plan: Pick<Plan, 'levels'>, tenantId: Id): TriedVelocities => {
  const runtime = createVelocityRuntime(new SlabStore({ maxBytes: MAX_BYTES }), newId());
  const portAt = (eventTimeMs: number): VelocityPort => runtime.viewAt(tenantId, eventTimeMs).port;
  return {
    portAt,
    count: ({ kind, eventTimeMs, requestText, resultText }) => {
      const body = JSON.parse(requestText) as JsonObject;
      const added = contributionsOf(plan, kind, {
        payload: velocityPayload({
          body,
          ruleEvaluation: isAssessmentKind(kind) ? ruleEvaluationOf(resultText) : undefined,
        }),
        generated: {},
        nowMs: eventTimeMs,
        correlationId: 'adoption',
        seed: 0,
        velocities: portAt(eventTimeMs),
      });
      const contributions = runtime.encode(tenantId, added);
      if (contributions === undefined) return;
      const from = runtime.position();
      runtime.apply({ from, to: from + 1, events: [{ eventTimeMs, contributions }] });
    },
  };
};
