import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../app/console-context.tsx';
import { useSettled } from '../../../shared/use-settled.ts';
import pane from '../../../shared/authoring/evaluation/evaluation.module.css';
import { wireTextOf, type EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { storageEstimateQuery } from '../velocities.queries.ts';
import styles from './storage.module.css';

export type StorageSectionProps = {
  readonly environmentId: string;
  readonly text: EditedVelocitySet;
  /** Why nothing can be worked out now, in words. */
  readonly blocked: string | null;
};

/** Pause in typing before events are counted with a new text. */
const PAUSE_MS = 800;

/** What each velocity of the text will take in memory, from the newest events. */
export const StorageSection = ({ environmentId, text: setText, blocked }: StorageSectionProps) => {
  const text = useText('velocities');
  const formats = useFormats();
  const call = useCall();
  const settled = useSettled(setText, PAUSE_MS);
  const query = useQuery({
    ...storageEstimateQuery(call, environmentId, wireTextOf(settled)),
    enabled: blocked === null,
  });
  const { data } = query;
  const velocities = data?.velocities ?? [];
  const total = velocities.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div className={pane.pane} data-stale={blocked !== null || undefined}>
      <Section
        title={text('storage.title')}
        end={data && data.basis.events > 0 ? text('storage.about', { size: formats.bytes(total) }) : null}
      >
        {query.isError && blocked === null ? (
          <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {data && data.basis.events === 0 ? <p className="soft py-2">{text('storage.noEvents')}</p> : null}
        {data && data.basis.events > 0 ? (
          <>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{text('column.name')}</th>
                  <th scope="col" className={styles.number}>
                    {text('storage.keys')}
                  </th>
                  <th scope="col" className={styles.number}>
                    {text('storage.memory')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {velocities.map(({ id, name, keys, bytes }) => (
                  <tr key={id}>
                    <th scope="row" title={name}>
                      {name}
                    </th>
                    <td className={styles.number}>{formats.number(keys)}</td>
                    <td className={styles.number}>{formats.bytes(bytes)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="soft py-2">
              {text('storage.basis', {
                count: data.basis.days,
                perDay: formats.number(data.basis.perDay),
                events: formats.number(data.basis.events),
              })}
            </p>
          </>
        ) : null}
      </Section>
    </div>
  );
};
