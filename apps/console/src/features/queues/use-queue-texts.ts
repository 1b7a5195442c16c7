import type { Queue } from '@redoubt/contracts';
import { isDefinedAssessment } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { HOUR_MS } from '@redoubt/kernel';
import { useMemo } from 'react';

/** What is said of a queue in tiles, rows and its panel. */
export type QueueTexts = {
  readonly assessment: (queue: Queue) => string;
  /** What happens to a case that waits for too long: "Reject after 4 h". */
  readonly timeOut: (queue: Queue) => string;
  readonly assignees: (queue: Queue) => string;
  /** Distance of a moment from when the figures were read; empty for none. */
  readonly distance: (moment: string | null) => string;
  /** Whether a time-out is due within the hour. */
  readonly isNear: (moment: string | null) => boolean;
};

/** @param at when the figures were read. */
export const useQueueTexts = (at: string | undefined): QueueTexts => {
  const text = useText('queues');
  const formats = useFormats();
  return useMemo(() => {
    const nowMs = at === undefined ? null : Date.parse(at);
    return {
      assessment: ({ assessment, assessmentName }) => {
        if (assessment === null) return text('everyAssessment');
        return isDefinedAssessment(assessment) ? (assessmentName ?? assessment) : text('purchase');
      },
      timeOut: ({ timeoutMs, defaultDecision }) =>
        text('atTimeOutOf', { time: formats.number(timeoutMs / HOUR_MS), decision: defaultDecision }),
      assignees: ({ assignees, system }) => {
        if (system) return text('everyone');
        return assignees.length === 0 ? text('noAssignee') : formats.list(assignees.map(({ name }) => name));
      },
      distance: (moment) => (moment === null || nowMs === null ? '' : formats.relative(moment, nowMs)),
      isNear: (moment) => moment !== null && nowMs !== null && Date.parse(moment) - nowMs <= HOUR_MS,
    };
  }, [text, formats, at]);
};
