import type { EventVelocity } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../../routes/address.ts';
import { WarmingChip } from '../../../velocities/WarmingChip.tsx';
import styles from './velocities.module.css';

const whereFrom = ({ environmentId, name }: EventVelocity) => `${environmentId} ${name}`;

export type VelocityTableProps = {
  readonly velocities: readonly EventVelocity[];
  /** Value of each now; undefined where it is not known. */
  readonly now: readonly (number | undefined)[];
};

/** Velocities with the values a decision read, and what they are now. */
export const VelocityTable = ({ velocities, now }: VelocityTableProps): ReactNode => {
  const text = useText('events');
  const formats = useFormats();
  const written = (value: number): string => formats.number(value, Number.isInteger(value) ? 0 : 2);
  const doubt = (velocity: EventVelocity): string | undefined => {
    if (velocity.isEstimate) return text('velocities.estimate');
    return velocity.uncertainEvents > 0 ? text('velocities.uncertain', { count: velocity.uncertainEvents }) : undefined;
  };
  return (
    <table className={styles.table} aria-label={text('velocities.title')}>
      <thead>
        <tr>
          <th scope="col">{text('velocities.velocity')}</th>
          <th scope="col" className={styles.number}>
            {text('velocities.then')}
          </th>
          <th scope="col" className={styles.number}>
            {text('velocities.now')}
          </th>
        </tr>
      </thead>
      <tbody>
        {velocities.map((velocity, at) => {
          const { name, window, key, value, includesCurrent } = velocity;
          const why = doubt(velocity);
          const current = now[at];
          return (
            <tr key={`${whereFrom(velocity)} ${window} ${String(includesCurrent)} ${key}`}>
              <th scope="row" title={`${velocity.environmentName}: ${key}`}>
                <Link href={hrefOf('/data/velocities', undefined, { q: name })}>{name}</Link> <code>{window}</code>{' '}
                {includesCurrent ? <span className="soft">{text('velocities.withEvent')}</span> : null}{' '}
                {velocity.warming ? <WarmingChip /> : null}
                <span className={styles.key}>{key}</span>
              </th>
              <td className={styles.number} title={value === null ? undefined : String(value)}>
                {value === null ? (
                  <span className="review-text">{text('velocities.unread')}</span>
                ) : (
                  <>
                    {why === undefined ? null : (
                      <span className="review-text" title={why}>
                        <span aria-hidden>
                          ±{velocity.uncertainEvents > 0 ? formats.number(velocity.uncertainEvents) : null}
                        </span>
                        <span className="visually-hidden">{why}</span>
                      </span>
                    )}{' '}
                    {written(value)}
                  </>
                )}
              </td>
              <td className={styles.number} title={current === undefined ? undefined : String(current)}>
                {current === undefined ? '–' : written(current)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
