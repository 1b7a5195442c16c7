import type { Queue, QueueAssignee } from '@redoubt/contracts';
import { isDefinedAssessment, roleOf } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { HOUR_MS } from '@redoubt/kernel';
import { useCallback, useMemo } from 'react';

/** What is said of a queue in tiles, rows and its panel. */
export type QueueTexts = {
  readonly assessment: (queue: Queue) => string;
  /** Its description; before it what its name means, where rules spell a name that came with the product. */
  readonly about: (queue: Queue) => string;
  /** What happens to a case that waits for too long: "Reject after 4 h". */
  readonly timeOut: (queue: Queue) => string;
  readonly assignees: (queue: Queue) => string;
  /** Distance of a moment from when the figures were read; empty for none. */
  readonly distance: (moment: string | null) => string;
  /** When the figures were read, by the clock of the server; null before. */
  readonly nowMs: number | null;
};

/** What an assignee is called: groups by their role, in the language of the reader. */
export const useAssigneeName = (): ((assignee: Pick<QueueAssignee, 'id' | 'kind' | 'name'>) => string) => {
  const common = useText('common');
  return useCallback(
    ({ id, kind, name }) => {
      const role = kind === 'group' ? roleOf(id) : undefined;
      return role === undefined ? name : common(`role.${role}`);
    },
    [common],
  );
};

/** @param at when the figures were read. */
export const useQueueTexts = (at: string | undefined): QueueTexts => {
  const text = useText('queues');
  const formats = useFormats();
  const nameOf = useAssigneeName();
  const { shown } = useProvidedNames();
  return useMemo(() => {
    const nowMs = at === undefined ? null : Date.parse(at);
    return {
      assessment: ({ assessment, assessmentName }) => {
        if (assessment === null) return text('everyAssessment');
        return isDefinedAssessment(assessment) ? (assessmentName ?? assessment) : text('purchase');
      },
      about: ({ name, description }) =>
        [shown(name) === name ? '' : shown(name), shown(description)].filter((part) => part !== '').join(' · '),
      timeOut: ({ timeoutMs, defaultDecision }) =>
        text('atTimeOutOf', { time: formats.number(timeoutMs / HOUR_MS), decision: shown(defaultDecision) }),
      assignees: ({ assignees, system }) => {
        if (system) return text('everyone');
        return assignees.length === 0 ? text('noAssignee') : formats.list(assignees.map(nameOf));
      },
      distance: (moment) => (moment === null || nowMs === null ? '' : formats.relative(moment, nowMs)),
      nowMs,
    };
  }, [text, formats, nameOf, shown, at]);
};
