import { eventMask } from '@redoubt/domain';
import { isJsonObject, type Json } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from './masked-environments.ts';

/** The member in which every text of a rule, function, velocity set or template keeps its sample, the body of an event. */
const SAMPLE = 'samplePayload';

const walk = (value: Json | undefined): Json | undefined => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => walk(each) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      (name === SAMPLE ? eventMask(each).json(each) : walk(each)) as Json,
    ]),
  );
};

/** An answer with masks in the samples that people saved with texts, for a caller who sees masks in the environment. */
export const maskSamples = <Answer>(
  context: Pick<EnvironmentContext, 'maskedEnvironments' | 'environmentId'>,
  answer: Answer,
): Answer => (seesMasks(context, context.environmentId) ? (walk(answer as Json) as Answer) : answer);
