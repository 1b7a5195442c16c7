import type { BodyIn, Endpoint, ParamsIn, QueryIn, ResponseOf } from '@redoubt/contracts';
import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../app/console-context.tsx';
import type { ApiCallInput, Part } from './api-call.ts';
import { endpointKey, familyKey, readKey } from './read.ts';

/** What a write needs besides the environment it is made in. */
export type WriteInput<E extends Endpoint> = Part<'params', Omit<ParamsIn<E>, 'environmentId'>> &
  Part<'query', QueryIn<E>> &
  Part<'body', BodyIn<E>>;

export type WriteOptions<E extends Endpoint, Input = unknown> = {
  /** Endpoints whose reads it makes stale; without them all of its own family. */
  readonly changes?: 'nothing' | 'everything' | readonly Endpoint[];
  /** The read that the answer is the new result of. */
  readonly answers?: {
    readonly read: Endpoint;
    readonly params?: (answer: ResponseOf<E>) => Readonly<Record<string, unknown>>;
  };
  /** What else is done with the answer, even where the screen that asked is gone. */
  readonly onAnswer?: (answer: ResponseOf<E>, input: Input) => void;
  /** Read again after a refusal, too: for what several people decide. */
  readonly afterRefusal?: boolean;
  /** Set where what the form shows may be gone: it goes on before that is asked for again. */
  readonly waits?: false;
  /** Whether a refused write is tried anew at once, its input made again: for names that someone else took meanwhile. */
  readonly retry?: (failures: number, error: Error) => boolean;
  /** For answers that hold a secret or a person: how long they are kept. */
  readonly gcTime?: 0;
  /** Where it is made; the environment in force without it. */
  readonly environmentId?: string;
};

/**
 * A write of an endpoint in the environment in force; afterwards everything it makes stale is read again. An answer
 * that is the new result of a read is kept at once, and its form need not wait for the other reads. What the write needs
 * may be read first: a version tag, where a list does not have it.
 */
export const useWrite = <E extends Endpoint, Input = void>(
  endpoint: E,
  toInput: (input: Input) => WriteInput<E> | Promise<WriteInput<E>>,
  {
    changes,
    answers,
    onAnswer,
    afterRefusal = false,
    waits,
    environmentId: place,
    ...options
  }: WriteOptions<E, Input> = {},
) => {
  const call = useCall();
  const client = useQueryClient();
  const { id: inForce } = useEnvironment();
  const environmentId = place ?? inForce;

  const readAgain = async (kept: string | undefined): Promise<void> => {
    if (changes === 'nothing') return;
    if (changes === 'everything') {
      void client.invalidateQueries();
      return;
    }
    const stale = changes?.map((each) => endpointKey(each, environmentId)) ?? [familyKey(endpoint, environmentId)];
    const predicate = ({ queryHash }: { readonly queryHash: string }): boolean => queryHash !== kept;
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey, predicate })));
  };

  const againUnlessGone = (): Promise<void> | undefined => {
    const again = readAgain(undefined);
    return waits === false ? undefined : again;
  };

  return useMutation({
    ...options,
    retryDelay: 0,
    mutationFn: async (input: Input): Promise<ResponseOf<E>> => {
      const given: { readonly params?: object } = await toInput(input);
      // The parts are those of the endpoint; only the environment was missing, which generics cannot add up.
      return call(endpoint, { ...given, params: { ...given.params, environmentId } } as unknown as ApiCallInput<E>);
    },
    onSuccess: async (answer, input) => {
      onAnswer?.(answer, input);
      if (!answers) return againUnlessGone();
      const key = readKey(answers.read, { params: { environmentId, ...answers.params?.(answer) } });
      // A read that began before the write would bring back what it replaced.
      await client.cancelQueries({ queryKey: key, exact: true });
      client.setQueryData(key, answer);
      void readAgain(hashKey(key));
      return undefined;
    },
    onError: () => (afterRefusal ? againUnlessGone() : undefined),
  });
};
