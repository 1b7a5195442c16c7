import type { VelocityFacts } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { useSettled } from '../../../shared/use-settled.ts';
import { velocityValueQuery } from '../velocities.queries.ts';
import { ValueResult } from './ValueResult.tsx';
import styles from './values.module.css';
import { isWindow } from './window.ts';

export type ValuePanelProps = {
  readonly environmentId: string;
  /** Published velocities that can be asked for. */
  readonly velocities: readonly Pick<VelocityFacts, 'id' | 'name'>[];
  /** A key to begin with, such as that of the sample. */
  readonly startKey: string;
  readonly onClose: () => void;
};

const PAUSE_MS = 300;

/** Looks up what a velocity holds for a key and a window now, with the events behind it; follows what is counted. */
export const ValuePanel = ({ environmentId, velocities, startKey, onClose }: ValuePanelProps) => {
  const text = useText('velocities');
  const call = useCall();
  const id = useId();
  const [velocity, setVelocity] = useState(velocities[0]?.name ?? '');
  const [key, setKey] = useState(startKey);
  const [window, setWindow] = useState('7d');
  const [left, setLeft] = useState(false);
  const wanted = useSettled(`${velocity}\n${window.trim()}\n${key}`, PAUSE_MS);
  const [askedVelocity = '', askedWindow = '', ...rest] = wanted.split('\n');
  const askedKey = rest.join('\n');
  const canAsk = askedVelocity !== '' && askedKey !== '' && isWindow(askedWindow);
  const query = useQuery({
    ...velocityValueQuery(call, environmentId, { velocity: askedVelocity, key: askedKey, window: askedWindow }),
    enabled: canAsk,
  });
  const isBad = !isWindow(window.trim());
  return (
    <SidePanel title={text('value.title')} onClose={onClose}>
      <div className={styles.form}>
        <label className={styles.field}>
          <span>{text('column.name')}</span>
          <select data-autofocus="" value={velocity} onChange={(event) => setVelocity(event.target.value)}>
            {velocities.map(({ id: each, name }) => (
              <option key={each} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.field}>
          <span>{text('value.key')}</span>
          <input value={key} maxLength={2000} spellCheck={false} onChange={(event) => setKey(event.target.value)} />
        </label>
        <label className={styles.window}>
          <span>{text('value.window')}</span>
          <input
            value={window}
            maxLength={4}
            spellCheck={false}
            aria-invalid={left && isBad}
            aria-describedby={`${id}-problem`}
            onBlur={() => setLeft(true)}
            onChange={(event) => setWindow(event.target.value)}
          />
        </label>
        <span id={`${id}-problem`} className={styles.problem} role="status">
          {left && isBad ? text('value.badWindow') : null}
        </span>
      </div>
      {canAsk ? null : <p className="soft regular">{text('value.hint')}</p>}
      {canAsk && query.isError ? <ErrorState compact error={query.error} onRetry={() => void query.refetch()} /> : null}
      {canAsk && query.data ? <ValueResult answer={query.data} /> : null}
    </SidePanel>
  );
};
