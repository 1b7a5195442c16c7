import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { ServiceContext } from '../context.ts';
import { failAt } from '../problems.ts';

/** `RandomInt` draws the same numbers each time, so that the pane changes only with text and sample. */
const EVALUATION_SEED = 1;

/** The sample as an event body. Throws REQ-INVALID for one that is not a JSON object. */
export const requireSample = (sample: Json): JsonObject => {
  if (isJsonObject(sample)) return sample;
  throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.text.samplePayload', message: 'is not a JSON object' }]);
};

/** What a text is tried with besides what it reads: its sample, at this moment. */
export const trialOf = (
  { clock, correlationId }: Pick<ServiceContext, 'clock' | 'correlationId'>,
  payload: JsonObject,
) => ({ payload, nowMs: clock.now(), correlationId, seed: EVALUATION_SEED });
