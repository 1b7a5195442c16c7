import { TraceTargetError, type TraceMessage } from './trace-target.ts';

const lanesOf = (messages: readonly TraceMessage[]): TraceMessage[][] => [
  ...Map.groupBy(messages, ({ key }) => key).values(),
];

/**
 * Sends messages of one key one after the other, each once the one before was accepted, and those of different keys at the
 * same time. After the first failure nothing more is begun, and what is on its way is waited for.
 *
 * @param post resolves once the destination accepted the message durably.
 * @throws `TraceTargetError` with the ids that were accepted all the same; what else `post` throws, as it is.
 */
export const sendInLanes = async (
  messages: readonly TraceMessage[],
  mostInFlight: number,
  post: (message: TraceMessage) => Promise<void>,
): Promise<void> => {
  const lanes = lanesOf(messages);
  const acceptedIds = new Set<string>();
  let failed: Error | undefined;
  const work = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift()) {
      for (const message of lane) {
        if (failed !== undefined) return;
        try {
          // oxlint-disable-next-line eslint/no-await-in-loop -- messages of one key keep their order
          await post(message);
          acceptedIds.add(message.id);
        } catch (error) {
          failed ??= error as Error;
          return;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostInFlight, lanes.length) }, work));
  if (failed === undefined) return;
  if (!(failed instanceof TraceTargetError)) throw failed;
  const { code, message, retryable, refusedId, cause } = failed;
  throw new TraceTargetError(code, message, { retryable, refusedId: refusedId ?? undefined, acceptedIds, cause });
};
