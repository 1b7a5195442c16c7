import type { CallAnswer, CallRecord, CallRequest, CallSource } from '@redoubt/fql';

/** Calls of one transaction, each made once, and what came back in the order they were made. */
export type TransactionCalls = CallSource & { readonly records: () => readonly CallRecord[] };

const failed = (error: string): CallAnswer => ({ response: null, httpStatusCode: 0, error, latencyMs: 0 });

/**
 * The calls of one transaction: equal requests are one call, and everything that came back is kept, failures too, so
 * that a replay can be given the same. Never throws.
 */
export const transactionCalls = (source: CallSource): TransactionCalls => {
  const made = new Map<string, Promise<CallAnswer>>();
  const records: CallRecord[] = [];
  const make = async (request: CallRequest): Promise<CallAnswer> => {
    let answer: CallAnswer;
    try {
      answer = await source.call(request);
    } catch {
      answer = failed('The call failed.');
    }
    records.push({ request, answer });
    return answer;
  };
  return {
    call: (request) => {
      const key = JSON.stringify(request);
      const known = made.get(key) ?? make(request);
      made.set(key, known);
      return known;
    },
    records: () => records,
  };
};

/** Answers as they were recorded; a call that was not made then fails, and `onMissing` is told of it. */
export const recordedCalls = (
  records: readonly CallRecord[],
  onMissing: (request: CallRequest) => void = () => undefined,
): CallSource => {
  const answers = new Map(records.map(({ request, answer }) => [JSON.stringify(request), answer]));
  return {
    call: (request) => {
      const answer = answers.get(JSON.stringify(request));
      if (answer === undefined) onMissing(request);
      return answer ?? failed('The call was not recorded.');
    },
  };
};
