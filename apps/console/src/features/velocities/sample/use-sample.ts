import type { VelocityEvaluation } from '@redoubt/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { useSettled } from '../../../shared/use-settled.ts';
import { wireTextOf, type EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { velocityEvaluationQuery } from '../velocities.queries.ts';

const PAUSE_MS = 350;

export type LiveSample = {
  /** What the newest finished evaluation said; null before the first. */
  readonly result: VelocityEvaluation | null;
  /** The text that result belongs to; null while it is another's. */
  readonly of: EditedVelocitySet | null;
  readonly running: boolean;
  readonly error: unknown;
  readonly retry: () => void;
};

/** Evaluates the sample on the server after each pause in typing; a result stays in sight until the next one is there. */
export const useSample = (environmentId: string, text: EditedVelocitySet, enabled: boolean): LiveSample => {
  const call = useCall();
  const settled = useSettled(text, PAUSE_MS);
  const wire = useMemo(() => wireTextOf(settled), [settled]);
  const query = useQuery({
    ...velocityEvaluationQuery(call, environmentId, wire),
    enabled,
    placeholderData: keepPreviousData,
  });
  return {
    result: query.data ?? null,
    of: query.data === undefined || query.isPlaceholderData ? null : settled,
    running: query.isFetching || settled !== text,
    error: query.error,
    retry: () => void query.refetch(),
  };
};
