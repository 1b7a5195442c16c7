import type { CalledOut } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Section, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './called-out.module.css';

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** As rules write it. */
const writtenCall = ({ name, arguments: args }: CalledOut): string =>
  `External.${name}(${args.map(written).join(', ')})`;

const statusOf = (httpStatusCode: number): readonly string[] =>
  httpStatusCode === 0 ? [] : [`HTTP ${httpStatusCode}`];

/** One call with what it was answered. */
export const OneCall = ({ made }: { readonly made: CalledOut }): ReactNode => {
  const text = useText('events');
  const formats = useFormats();
  const { environmentName, httpStatusCode, error, latencyMs, response } = made;
  return (
    <div className={styles.call}>
      <h3 title={environmentName}>
        <code>{writtenCall(made)}</code>
      </h3>
      <div className="row-middle">
        <ToneChip
          tone={error === '' ? 'approve' : 'reject'}
          appearance="plain"
          text={error === '' ? text('calls.answered') : text('calls.failed')}
        />
        <span className="muted">{[...statusOf(httpStatusCode), formats.milliseconds(latencyMs)].join(' · ')}</span>
      </div>
      {error === '' ? null : <p className="muted">{error}</p>}
      {made.idempotencyKey === null ? null : (
        <p className="muted">{text('actions.repeats', { key: made.idempotencyKey })}</p>
      )}
      <pre tabIndex={0} aria-label={text(error === '' ? 'calls.response' : 'calls.default')}>
        {JSON.stringify(response, null, 2)}
      </pre>
    </div>
  );
};

/** What the rules asked other services, and the answers they went on with; nothing where they made no call. */
export const CalledOutPart = ({ calls }: { readonly calls: readonly CalledOut[] }): ReactNode => {
  const text = useText('events');
  return calls.length === 0 ? null : (
    <Section title={text('calls.title')}>
      {calls.map((made) => (
        <OneCall key={`${made.environmentName} ${made.name} ${JSON.stringify(made.arguments)}`} made={made} />
      ))}
    </Section>
  );
};
