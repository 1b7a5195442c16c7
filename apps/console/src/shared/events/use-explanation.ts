import type { EventDetail, EventExplanation, EventTraceRule, EventTraceStep } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { explanationQuery } from './events.queries.ts';
import type { Value } from './terms.ts';

/** What the expressions of one part of a rule came to. */
export type ValuesOf = (rule: EventTraceRule, step: EventTraceStep) => readonly Value[];

const NONE: readonly Value[] = [];
export const noValues: ValuesOf = () => NONE;

export const valuesIn =
  (explanation: EventExplanation | undefined): ValuesOf =>
  (rule, step) =>
    explanation?.rules
      .find(({ environmentId, ruleId }) => environmentId === rule.environmentId && ruleId === rule.ruleId)
      ?.parts.find(({ kind, name }) => kind === step.kind && name === step.name)?.values ?? NONE;

/** The values behind the trace of an event; none until they are there, and where they cannot be worked out. */
export const useExplanation = ({ trace, eventType, environmentId, eventId }: EventDetail): ValuesOf => {
  const call = useCall();
  const { id } = useEnvironment();
  const ref = { eventType, eventEnvironmentId: environmentId, eventId };
  const { data } = useQuery({ ...explanationQuery(call, id, ref), enabled: trace.length > 0 });
  return useMemo(() => valuesIn(data), [data]);
};
