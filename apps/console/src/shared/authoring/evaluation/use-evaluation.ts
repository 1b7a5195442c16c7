import type { Evaluation, RuleText } from '@redoubt/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../app/console-context.tsx';
import type { RulePlace } from '../../assessments/assessment.ts';
import { evaluateText, evaluationKey, type EvaluatedAs } from '../../rules/rules.queries.ts';
import { useSettled } from '../../use-settled.ts';

const PAUSE_MS = 350;

export type LiveEvaluation = {
  /** What the newest finished evaluation said; null before the first. */
  readonly result: Evaluation | null;
  /** The text that result belongs to. */
  readonly of: RuleText | null;
  readonly running: boolean;
  readonly error: unknown;
  readonly retry: () => void;
};

/** Evaluates the text on the server after each pause in typing; a result stays in sight until the next one is there. */
export const useEvaluation = (place: RulePlace, text: RuleText, as: EvaluatedAs, enabled: boolean): LiveEvaluation => {
  const call = useCall();
  const settled = useSettled(text, PAUSE_MS);
  const query = useQuery({
    queryKey: evaluationKey(place, settled, as),
    queryFn: async ({ signal }) => ({ of: settled, result: await evaluateText(call, place, settled, as, signal) }),
    enabled,
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return {
    result: query.data?.result ?? null,
    of: query.data?.of ?? null,
    running: query.isFetching || settled !== text,
    error: query.error,
    retry: () => void query.refetch(),
  };
};
