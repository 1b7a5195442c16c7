import { EditRegular } from '@fluentui/react-icons';
import type { EventDetail } from '@redoubt/contracts';
import { isMasked, supportValuesOf, type SupportListStatus, type SupportValue } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Link, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useCall, useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { lazyPanel, usePreload } from '../../../routes/lazy-component.tsx';
import { SupportStatusChip } from '../../support-lists/SupportStatusChip.tsx';
import { supportValueQuery } from '../../support-lists/support-lists.queries.ts';
import styles from './support-part.module.css';

const StatusForm = lazyPanel(async () => (await import('./StatusForm.tsx')).StatusForm);

type LineProps = SupportValue & {
  /** Of a masked value, as the event says it; absent where the caller may not know. */
  readonly status?: SupportListStatus | null;
};

/** Values of an event; of masks that stand for several, each once. */
const linesOf = ({ request, masked }: EventDetail): readonly LineProps[] =>
  supportValuesOf(request).flatMap((each): readonly LineProps[] => {
    if (!isMasked(each.value)) return [each];
    const known = (masked?.statuses ?? []).filter(
      ({ entity, value }) => entity === each.entity && value === each.value,
    );
    return known.length === 0 ? [each] : known;
  });

const ValueLine = ({
  canReveal,
  ...props
}: LineProps & { readonly environmentId: string; readonly canReveal: boolean }): ReactNode => {
  const { entity, value, status, environmentId } = props;
  const text = useText('supportLists');
  const events = useText('events');
  const formats = useFormats();
  const call = useCall();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  // Support lists know values, not masks.
  const isHidden = isMasked(value);
  const { data, error } = useQuery({ ...supportValueQuery(call, environmentId, entity, value), enabled: !isHidden });
  const close = (): void => {
    setOpen(false);
    pencil.current?.focus();
  };
  const current = data?.current ?? null;
  return (
    <li>
      <div className={styles.line}>
        <span className="muted">{text(`event.entity.${entity}`)}</span>
        <span className="truncate mono-12" title={value}>
          {may('lists:read') && !isHidden ? (
            <Link href={hrefOf('/data/lists/custom', undefined, { look: value })} title={text('event.lists')}>
              {value}
            </Link>
          ) : (
            value
          )}
        </span>
        {data ? <SupportStatusChip status={current?.status ?? null} /> : null}
        {status === undefined ? null : <SupportStatusChip status={status} />}
        {isHidden && canReveal && may('supportListStatus:write') ? (
          <span className="soft">{events('reveal.forChange')}</span>
        ) : null}
        {may('supportListStatus:write') && data ? (
          <button
            ref={pencil}
            type="button"
            className={styles.pencil}
            aria-label={text('event.change', { value })}
            title={text('event.change', { value })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <EditRegular fontSize={16} aria-hidden />
          </button>
        ) : null}
      </div>
      {current && (current.reason !== '' || current.expiresAt !== null) ? (
        <p className={styles.soft}>
          {[current.reason, current.expiresAt && text('until', { at: formats.dateTime(current.expiresAt) })]
            .filter(Boolean)
            .join(', ')}
        </p>
      ) : null}
      {error ? <ErrorState error={error} compact /> : null}
      {isOpen ? <StatusForm {...props} entry={current} onClose={close} /> : null}
    </li>
  );
};

/** What support lists say now of the values of an event, each changed where it stands. */
export const SupportPart = ({ detail }: { readonly detail: EventDetail }): ReactNode => {
  const text = useText('supportLists');
  const may = useMay();
  usePreload(StatusForm);
  const lines = useMemo(() => linesOf(detail), [detail]);
  if (lines.length === 0 || !may('supportListStatus:read')) return null;
  return (
    <Section title={text('event.title')} meta={text('event.now')}>
      <ul className={styles.lines}>
        {lines.map((line, index) => (
          <ValueLine
            // oxlint-disable-next-line react/no-array-index-key -- two values can have one mask
            key={`${line.entity} ${line.value} ${isMasked(line.value) ? index : ''}`}
            {...line}
            environmentId={detail.environmentId}
            canReveal={detail.masked?.canReveal ?? false}
          />
        ))}
      </ul>
    </Section>
  );
};
