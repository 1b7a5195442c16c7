import { DismissRegular } from '@fluentui/react-icons';
import type { SearchRow } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import {
  Amount,
  closeOnKeys,
  CommandButton,
  DecisionChip,
  ErrorState,
  IconButton,
  Loading,
  ShortId,
} from '@redoubt/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useCall } from '../../../app/console-context.tsx';
import { useRulePlace } from '../../assessments/assessment.ts';
import { useWireForm } from '../../forms/use-wire-form.ts';
import { eventRequest, eventsQuery, RECENT_DAYS } from '../../rules/rules.queries.ts';
import styles from './sample.module.css';

export type RealEventPickerProps = {
  readonly onFill: (payload: unknown, event: SearchRow) => void;
  readonly onClose: () => void;
};

const body = z.object({ typed: z.string().trim() });

/** Fills the sample with the request of an event that really happened: one of the latest, or one that is searched. */
export const RealEventPicker = ({ onFill, onClose }: RealEventPickerProps) => {
  const text = useText('rules');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const place = useRulePlace();
  const [opened] = useState(() => Date.now());
  const [wanted, setWanted] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const recent = useQuery(eventsQuery(call, place, wanted, opened));
  const fill = useMutation({
    mutationFn: async (event: SearchRow) => eventRequest(call, place, event),
    onSuccess: (payload, event) => {
      onFill(payload, event);
      onClose();
    },
  });
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const rows = recent.data ?? [];
  const list = useRef<HTMLUListElement>(null);
  /** Moves between the field and the events below it. */
  const step = (by: 1 | -1): void => {
    const events = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = events.findIndex((each) => each === document.activeElement) + by;
    (at < 0 ? field.current : events[Math.min(at, events.length - 1)])?.focus();
  };
  const form = useWireForm({
    body,
    values: { typed: '' },
    texts: {},
    onSubmit: ({ typed }) => {
      const [first] = rows;
      // Enter on a question that is answered takes the first answer.
      if (typed !== wanted) setWanted(typed);
      else if (first && !recent.isFetching && !fill.isPending) fill.mutate(first);
    },
  });
  const { ref, ...typing } = form.register('typed', {
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      if (target.value === '') setWanted('');
    },
  });
  return (
    <section
      className={styles.picker}
      aria-label={text('sample.realTitle')}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault();
          event.stopPropagation();
          step(event.key === 'ArrowDown' ? 1 : -1);
        }
        closeOnKeys(onClose)(event);
      }}
    >
      <form className={styles.pickerHead} {...form.formProps}>
        <input
          {...typing}
          ref={(input) => {
            ref(input);
            field.current = input;
          }}
          className={styles.idField}
          aria-label={text('sample.realSearch')}
          placeholder={text('sample.realSearch')}
          spellCheck={false}
        />
        <CommandButton type="submit" appearance="outline" command={{ id: 'find', text: text('sample.realSearchDo') }} />
        <IconButton icon={DismissRegular} label={common('action.close')} onClick={onClose} />
      </form>
      {fill.error ? <ErrorState compact error={fill.error} /> : null}
      {recent.isPending ? <Loading rows={4} rowHeight={28} columns={[2, 4, 2, 2]} /> : null}
      {recent.isError ? <ErrorState compact error={recent.error} onRetry={() => void recent.refetch()} /> : null}
      {recent.isSuccess && rows.length === 0 ? (
        <p className="px-4 pt-1 pb-2 muted" role="status">
          {wanted === '' ? text('sample.realNone', { days: RECENT_DAYS }) : text('sample.realNoMatch', { wanted })}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <ul
          ref={list}
          className={styles.events}
          aria-label={wanted === '' ? text('sample.realRecent') : text('sample.realFound', { wanted })}
        >
          {rows.map((row: SearchRow) => (
            <li key={`${row.environmentId} ${row.eventId}`}>
              <button
                type="button"
                className={styles.event}
                aria-label={text('sample.realUse', { id: row.eventId })}
                title={row.eventId}
                onClick={() => fill.mutate(row)}
              >
                <span className="muted">{formats.time(row.eventTime, 'minutes')}</span>
                <ShortId id={row.eventId} length={13} />
                <span className="overflow-hidden ellipsis">{row.userName ?? row.email}</span>
                <span className="text-right">
                  <Amount value={row.amount} currency={row.currency} />
                </span>
                <DecisionChip decision={row.decision} appearance="plain" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
};
