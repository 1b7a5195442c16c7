import type { VelocityValue } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, ShortId } from '@redoubt/ui';
import { hrefOf } from '../../../routes/address.ts';
import { WarmingChip } from '../../../shared/velocities/WarmingChip.tsx';
import { useEventNames } from '../use-event-names.ts';
import styles from './values.module.css';

const ID_CHARACTERS = 16;

/** A value with the time it covers, and the newest events behind it. */
export const ValueResult = ({ answer }: { readonly answer: VelocityValue }) => {
  const text = useText('velocities');
  const formats = useFormats();
  const names = useEventNames();
  const { events } = answer;
  const written = (value: number): string => formats.number(value, Number.isInteger(value) ? 0 : 2);
  return (
    <div aria-live="polite">
      <p className={styles.value}>
        <b title={String(answer.value)}>{written(answer.value)}</b>{' '}
        <span className="soft regular" title={text(`value.mode.${answer.windowMode}`)}>
          {text('value.since', { from: formats.dateTime(answer.from) })}
        </span>{' '}
        {answer.warming ? <WarmingChip /> : null}
      </p>
      {answer.uncertainEvents > 0 ? (
        <p className="pb-3 fs-12 review-text">{text('value.uncertain', { count: answer.uncertainEvents })}</p>
      ) : null}
      {answer.isEstimate ? <p className="pb-3 fs-12 review-text">{text('value.estimate')}</p> : null}
      {events === null ? null : events.newest.length === 0 ? (
        <p className="soft regular">{text('value.noEvents')}</p>
      ) : (
        <>
          <h3 className={styles.title}>
            {text('value.behind')}{' '}
            {events.isComplete ? null : <span className="soft regular">{text('value.newest')}</span>}
          </h3>
          <table className={styles.events} aria-label={text('value.behind')}>
            <thead>
              <tr>
                <th scope="col">{text('value.when')}</th>
                <th scope="col">{text('value.event')}</th>
                <th scope="col" className={styles.number}>
                  {text('value.added')}
                </th>
              </tr>
            </thead>
            <tbody>
              {events.newest.map(({ environmentId, kind, eventId, at, added }) => (
                <tr key={`${environmentId} ${kind} ${eventId} ${at}`}>
                  <td>{formats.dateTime(at)}</td>
                  <td title={eventId}>
                    {kind === 'purchase' ? (
                      <Link
                        href={hrefOf('/search/:eventType/:envId/:id', {
                          eventType: kind,
                          envId: environmentId,
                          id: eventId,
                        })}
                      >
                        <ShortId id={eventId} length={ID_CHARACTERS} />
                      </Link>
                    ) : (
                      <>
                        {names([kind])} <ShortId id={eventId} length={ID_CHARACTERS} />
                      </>
                    )}
                  </td>
                  <td className={styles.number} title={added === null ? undefined : String(added)}>
                    {added === null ? '' : written(added)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
};
