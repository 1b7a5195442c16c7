import type { SupportEntity } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../../../app/console-context.tsx';
import { supportValueQuery } from '../../../../shared/support-lists/support-lists.queries.ts';
import { SupportStatusChip } from '../../../../shared/support-lists/SupportStatusChip.tsx';
import styles from './support-lists.module.css';

/** What the list says of one value now, and what it said before. */
export const ValueHistory = ({ entity, value }: { readonly entity: SupportEntity; readonly value: string }) => {
  const text = useText('supportLists');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data, error } = useQuery(supportValueQuery(call, environmentId, entity, value));
  if (error) return <ErrorState error={error} compact />;
  if (!data) return null;
  const entries = [...(data.current ? [data.current] : []), ...data.earlier];
  return (
    <section aria-label={text('history')} className={styles.history}>
      <p>
        {text('now')} <SupportStatusChip status={data.current?.status ?? null} />
      </p>
      {entries.length > 0 ? (
        <ol>
          {entries.map(({ status, reason, added, expiresAt }) => (
            <li key={`${added.at} ${status}`}>
              <SupportStatusChip status={status} /> <span>{reason}</span>
              <span className={styles.soft}>
                {text('addedBy', { at: formats.dateTime(added.at), by: added.by })}
                {expiresAt === null ? '' : `, ${text('until', { at: formats.dateTime(expiresAt) })}`}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
};
