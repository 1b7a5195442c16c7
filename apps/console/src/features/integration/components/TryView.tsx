import { Checkbox, Field, Select, Textarea } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import { allows } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, IdText, Section, ToneChip } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import type { GuidedApi } from '../../../shared/integration/guided-api.ts';
import { useTryApi } from '../integration.queries.ts';
import { freshSample, readBody } from '../../../shared/integration/try-body.ts';
import { useUsableApplications } from '../../../shared/integration/use-usable-applications.ts';
import styles from './integration.module.css';

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const RETRY_AFTER = 'Retry-After';

const newId = (): string => `try-${Date.now().toString(36)}`;

/** Sends one event as an application and shows what the API answers. */
export const TryView = ({ api }: { readonly api: GuidedApi }): ReactNode => {
  const text = useText('integration');
  const common = useText('common');
  const formats = useFormats();
  const { kind, name, capabilities } = useEnvironment();
  const applications = useUsableApplications();
  const tried = useTryApi(api.id);
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState(() => freshSample(api, newId()));
  const [isConfirmed, setConfirmed] = useState(false);
  const applicationId = chosen === '' ? applications[0]?.id : chosen;
  const read = readBody(api, typed);
  if (!allows(capabilities, 'applications:write')) return <p>{text('try.notAllowed')}</p>;
  const disabledReason =
    applicationId === undefined
      ? text('try.noApplication')
      : 'notJson' in read
        ? text('try.notJson', { reason: read.notJson })
        : kind === 'Production' && !isConfirmed
          ? text('try.confirmFirst')
          : tried.isPending
            ? common('saving')
            : undefined;
  const send = (): void => {
    if (disabledReason !== undefined || applicationId === undefined || 'notJson' in read) return;
    tried.mutate({ applicationId, body: read.body, confirmProduction: isConfirmed });
  };
  const { data: answer } = tried;
  return (
    <div className={styles.try}>
      <div className="stack-3 min-w-0">
        <Field label={text('try.application')} size="small">
          <Select size="small" value={applicationId ?? ''} onChange={(_event, { value }) => setChosen(value)}>
            {applications.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text('try.body')} size="small">
          <Textarea
            size="small"
            rows={18}
            value={typed}
            textarea={{ className: styles.mono ?? '', spellCheck: false }}
            onChange={(_event, { value }) => setTyped(value)}
          />
        </Field>
        {'problems' in read && read.problems.length > 0 ? (
          <div>
            <p className="soft">{text('try.wouldRefuse')}</p>
            <ul className="plain-list" aria-label={text('try.wouldRefuse')}>
              {read.problems.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  <code>{path}</code> {message}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {'notices' in read && read.notices.length > 0 ? (
          <div>
            <p className="soft">{text('try.unknown')}</p>
            <ul className={styles.notices} aria-label={text('try.unknown')}>
              {read.notices.map((notice) => (
                <li key={notice.path}>
                  <code>{notice.path}</code>{' '}
                  {notice.kind === 'unknownField'
                    ? text('try.unknownField')
                    : text('try.unknownValue', { value: notice.value, known: notice.known.join(', ') })}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {kind === 'Production' ? (
          <Checkbox
            checked={isConfirmed}
            label={text('try.confirm', { name })}
            onChange={(_event, { checked }) => setConfirmed(checked === true)}
          />
        ) : null}
        <div className="row-wrap-middle">
          <CommandButton
            primary
            command={{ id: 'send', text: text('try.send'), icon: SendRegular, onSelect: send, disabledReason }}
          />
          <CommandButton
            command={{
              id: 'again',
              text: text('try.newSample'),
              onSelect: () => setTyped(freshSample(api, newId(), 'full')),
            }}
          />
        </div>
      </div>
      <Section title={text('try.answer')}>
        {tried.error ? (
          <ErrorState error={tried.error} compact />
        ) : answer ? (
          <div className="stack-3 min-w-0" role="status">
            <div className="row-wrap-middle">
              <ToneChip tone={answer.status < 300 ? 'approve' : 'reject'} text={String(answer.status)} />
              <span>{formats.milliseconds(answer.elapsedMs)}</span>
              {answer.retryAfter === null ? null : <code>{[RETRY_AFTER, answer.retryAfter].join(': ')}</code>}
              <IdText id={answer.correlationId} length={36} name={text('calls.correlation')} />
            </div>
            {/* A scrolled box is reached by keyboard too. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className={styles.code} role="group" tabIndex={0} aria-label={text('try.answer')}>
              {pretty(answer.body)}
            </pre>
          </div>
        ) : (
          <p className="soft">{text('try.nothingYet')}</p>
        )}
      </Section>
    </div>
  );
};
