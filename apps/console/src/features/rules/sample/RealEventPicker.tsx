import { DismissRegular } from '@fluentui/react-icons';
import type { SearchRow } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Amount, CommandButton, DecisionChip, ErrorState, Loading, shortenMiddle } from '@redoubt/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { purchaseById, purchaseRequest, RECENT_DAYS, recentPurchasesQuery } from '../rules.queries.ts';
import styles from './sample.module.css';

export type RealEventPickerProps = {
  readonly onFill: (payload: unknown) => void;
  readonly onClose: () => void;
};

type Chosen = { readonly environmentId: string; readonly eventId: string };

/** Fills the sample with the request of a purchase that really happened: one of the latest, or one by its id. */
export const RealEventPicker = ({ onFill, onClose }: RealEventPickerProps) => {
  const text = useText('rules');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const environment = useEnvironment();
  const [opened] = useState(() => Date.now());
  const [wanted, setWanted] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const recent = useQuery(recentPurchasesQuery(call, environment.id, opened));
  const fill = useMutation({
    mutationFn: async (event: Chosen) => purchaseRequest(call, environment.id, event.environmentId, event.eventId),
    onSuccess: (payload) => {
      onFill(payload);
      onClose();
    },
  });
  const find = useMutation({
    mutationFn: (eventId: string) => purchaseById(call, environment.id, eventId, opened),
    onSuccess: (event) => fill.mutate(event),
  });
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const failure = find.error ?? fill.error;
  const rows = recent.data?.rows ?? [];
  return (
    <section
      className={styles.picker}
      aria-label={text('sample.realTitle')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <form
        className={styles.pickerHead}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted.trim() !== '') find.mutate(wanted.trim());
        }}
      >
        <input
          ref={field}
          className={styles.idField}
          aria-label={text('sample.realId')}
          placeholder={text('sample.realId')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <CommandButton type="submit" appearance="outline" command={{ id: 'find', text: text('sample.realFind') }} />
        <button type="button" className={styles.close} aria-label={common('action.close')} onClick={onClose}>
          <DismissRegular fontSize={16} aria-hidden />
        </button>
      </form>
      {failure ? <ErrorState compact error={failure} /> : null}
      {recent.isPending ? <Loading rows={4} rowHeight={28} columns={[2, 4, 2, 2]} /> : null}
      {recent.isError ? <ErrorState compact error={recent.error} onRetry={() => void recent.refetch()} /> : null}
      {recent.isSuccess && rows.length === 0 ? (
        <p className={styles.nothing}>{text('sample.realNone', { days: RECENT_DAYS })}</p>
      ) : null}
      {rows.length > 0 ? (
        <ul className={styles.events} aria-label={text('sample.realRecent')}>
          {rows.map((row: SearchRow) => (
            <li key={`${row.environmentId} ${row.eventId}`}>
              <button
                type="button"
                className={styles.event}
                aria-label={text('sample.realUse', { id: row.eventId })}
                title={row.eventId}
                onClick={() => fill.mutate(row)}
              >
                <span className={styles.when}>{formats.time(row.eventTime, 'minutes')}</span>
                <span className={styles.mono}>{shortenMiddle(row.eventId, 13)}</span>
                <span className={styles.who}>{row.userName ?? row.email}</span>
                <span className={styles.amount}>
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
