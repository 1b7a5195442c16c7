import { GENERAL_QUEUE, GENERAL_QUEUE_ID, nameKey } from '@redoubt/domain';
import type { EngineResult, IntakeQueue, Plan } from '@redoubt/engine';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { ReviewFacts } from '@redoubt/storage';

/** Characters of a text that a queue is ordered by. */
const MAX_ORDER_CHARACTERS = 200;

const GENERAL: IntakeQueue = {
  id: GENERAL_QUEUE_ID,
  name: GENERAL_QUEUE.name,
  timeoutMs: GENERAL_QUEUE.timeoutMs,
};

/** The value of an attribute that cases are ordered by; undefined where the body has none. */
export const orderValueOf = (body: JsonObject, path: string): string | number | undefined => {
  let value: Json | undefined = body;
  for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? value.slice(0, MAX_ORDER_CHARACTERS) : undefined;
};

/**
 * The case that a decided event becomes; undefined where it becomes none. A queue that is gone since the routing rule
 * was published means General.
 *
 * @param isHistorical events of the past were reviewed, or not, when they happened.
 */
export const reviewFacts = (
  { levels }: Plan,
  { decision, routing }: Pick<EngineResult, 'decision' | 'routing'>,
  body: JsonObject,
  isHistorical: boolean,
): ReviewFacts | undefined => {
  const intake = levels.at(-1)?.intake ?? null;
  if (decision !== 'Review' || isHistorical || intake === null) return undefined;
  const wanted = nameKey(routing?.queue ?? GENERAL.name);
  const { id, timeoutMs, orderPath } = intake.queues.find(({ name }) => nameKey(name) === wanted) ?? GENERAL;
  const order = orderPath === undefined ? undefined : orderValueOf(body, orderPath);
  return {
    queueId: id,
    rule: routing?.rule?.name ?? null,
    clause: routing?.clause ?? null,
    holdMs: intake.holdMs,
    timeoutMs,
    ...(orderPath === undefined ? {} : { orderPath }),
    ...(order === undefined ? {} : { order }),
  };
};
