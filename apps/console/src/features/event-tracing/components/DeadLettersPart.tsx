import { ArrowRepeatAllRegular, DeleteRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, Loading } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { traceDeadLettersQuery, useTraceMutations } from '../event-tracing.queries.ts';
import styles from '../event-tracing.module.css';

type DeadLettersPartProps = { readonly id: string; readonly count: number; readonly canWrite: boolean };

/** Messages that a destination refused, to be sent again or forgotten. */
export const DeadLettersPart = ({ id, count, canWrite }: DeadLettersPartProps): ReactNode => {
  const text = useText('eventTracing');
  const common = useText('common');
  const formats = useFormats();
  const query = useRead(traceDeadLettersQuery, id);
  const { replayDeadLetters, dropDeadLetters } = useTraceMutations();
  const [isDropping, setDropping] = useState(false);
  const failure = replayDeadLetters.error ?? dropDeadLetters.error ?? query.error;
  const busy = replayDeadLetters.isPending || dropDeadLetters.isPending ? common('saving') : undefined;
  return (
    <section className="stack-2" aria-label={text('deadLetters.title')}>
      <strong>{text('deadLetters.title')}</strong>
      <span className="muted">{text('deadLetters.about', { number: formats.number(count) })}</span>
      {canWrite ? (
        <div className="row-wrap">
          <CommandButton
            command={{
              id: 'replayDeadLetters',
              text: text('deadLetters.replay'),
              icon: ArrowRepeatAllRegular,
              onSelect: () => replayDeadLetters.mutate({ id }),
              disabledReason: busy,
            }}
          />
          <CommandButton
            command={{
              id: 'dropDeadLetters',
              text: text('deadLetters.drop'),
              icon: DeleteRegular,
              onSelect: () => setDropping(true),
              disabledReason: busy,
            }}
          />
        </div>
      ) : null}
      {isDropping ? (
        <ConfirmPanel
          title={text('deadLetters.dropTitle')}
          confirmText={text('deadLetters.drop')}
          busy={dropDeadLetters.isPending}
          onCancel={() => setDropping(false)}
          onConfirm={() => dropDeadLetters.mutate({ id }, { onSuccess: () => setDropping(false) })}
        >
          <p>{text('deadLetters.dropBody')}</p>
        </ConfirmPanel>
      ) : null}
      {failure ? <ErrorState error={failure} compact /> : null}
      {query.data === undefined ? (
        <Loading />
      ) : (
        <div className={styles.letters} tabIndex={0} role="group" aria-label={text('deadLetters.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text('deadLetters.at')}</th>
                <th scope="col">{text('deadLetters.name')}</th>
                <th scope="col">{text('deadLetters.position')}</th>
                <th scope="col">{text('problem')}</th>
              </tr>
            </thead>
            <tbody>
              {query.data.deadLetters.map(({ source, position, name, problem, at, isReplayed }) => (
                <tr key={`${source} ${position} ${name}`}>
                  <td>{formats.dateTime(at)}</td>
                  <td>{name}</td>
                  <td>{`${source} ${position}`}</td>
                  <td>{isReplayed ? text('deadLetters.waiting') : problem}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
