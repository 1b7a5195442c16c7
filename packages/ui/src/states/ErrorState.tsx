import { CommandButton } from '../layout/CommandButton.tsx';
import { PersonClockRegular, WarningRegular } from '@fluentui/react-icons';
import { useHasText, useText } from '@redoubt/i18n';
import { joinClasses } from '../join-classes.ts';
import { IdText } from '../values/IdText.tsx';
import { useCopy } from '../values/use-copy.ts';
import styles from './states.module.css';

/** A failure as screens show it: a code of the error table, and the id under which the server knows this call. */
export type Failure = {
  readonly code: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly correlationId?: string | null;
};

/** The code of unforeseen failures. */
export const UNKNOWN_FAILURE = 'UNKNOWN';

/** The code of what did not fail but waits for a second person. */
const REQUESTED = 'CHANGE-REQUESTED';

/** What was thrown, as a failure: errors of the client carry code and correlation id themselves. */
export const asFailure = (thrown: unknown): Failure => {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown) || typeof thrown.code !== 'string')
    return { code: UNKNOWN_FAILURE };
  const { params, correlationId } = thrown as { params?: unknown; correlationId?: unknown };
  return {
    code: thrown.code,
    params: typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {},
    correlationId: typeof correlationId === 'string' ? correlationId : null,
  };
};

const printable = (params: Failure['params']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params ?? {}).map(([key, value]) => [
      key,
      typeof value === 'number' ? value : Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  );

/** Says a failure in the reader's language. */
export const useFailureText = (): ((failure: Failure) => string) => {
  const text = useText('errors');
  const hasText = useHasText('errors');
  return ({ code, params }) => text(hasText(code) ? code : UNKNOWN_FAILURE, printable(params));
};

export type ErrorStateProps = {
  /** What was thrown. */
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Inside a tile or panel. */
  readonly compact?: boolean;
};

/** What failed in words, code and correlation id to pass on, and another try. One failed tile never fails its page. */
export const ErrorState = ({ error, onRetry, compact = false }: ErrorStateProps) => {
  const text = useText('ui');
  const common = useText('common');
  const say = useFailureText();
  const { copied, copy } = useCopy();
  const failure = asFailure(error);
  const message = say(failure);
  if (failure.code === REQUESTED) {
    return (
      <section className={joinClasses(styles.state, compact && styles.compact)} role="status">
        <h2 className={styles.title}>
          <PersonClockRegular aria-hidden fontSize={16} />
          {text('requested.title')}
        </h2>
        <p className="quiet">{message}</p>
      </section>
    );
  }
  const details = [message, failure.code, failure.correlationId, location.href].filter(Boolean).join('\n');
  return (
    <section className={joinClasses(styles.state, compact && styles.compact)} role="alert">
      <h2 className={joinClasses(styles.title, styles.alertTitle)}>
        <WarningRegular aria-hidden fontSize={16} />
        {text('error.title')}
      </h2>
      <p className="quiet">{message}</p>
      <dl className={styles.facts}>
        <dt>{text('error.code')}</dt>
        <dd>{failure.code}</dd>
        {failure.correlationId ? (
          <>
            <dt>{text('error.correlationId')}</dt>
            <dd>
              <IdText id={failure.correlationId} length={36} name={text('error.correlationId')} />
            </dd>
          </>
        ) : null}
      </dl>
      <div className={styles.actions}>
        {onRetry ? (
          <CommandButton
            appearance="outline"
            command={{ id: 'retry', text: common('action.retry'), onSelect: onRetry }}
          />
        ) : null}
        <CommandButton
          command={{
            id: 'copy',
            text: copied ? text('copied') : text('error.copyDetails'),
            onSelect: () => void copy(details),
          }}
        />
      </div>
    </section>
  );
};
