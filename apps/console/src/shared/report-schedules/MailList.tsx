import type { SentMail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';

const PROBLEMS = ['MAIL-UNREACHABLE', 'MAIL-TLS', 'MAIL-SIGN-IN', 'MAIL-DEFERRED', 'MAIL-REFUSED'] as const;

/** What became of the newest mails, and what helps where one is not sent. */
export const MailList = ({ mails }: { readonly mails: readonly SentMail[] }): ReactNode => {
  const text = useText('mail');
  const formats = useFormats();
  if (mails.length === 0) return <p className="quiet">{text('noMails')}</p>;
  return (
    <ul className="plain-list grid gap-2">
      {mails.map(({ id, recipient, subject, state, problem, answer, at }) => (
        <li key={id} className={`pl-2 ${state === 'failed' ? 'mark-reject' : 'mark-neutral'}`}>
          <div>
            <b>{text(`state.${state}`)}</b> <span className="muted">{formats.dateTime(at)}</span>
          </div>
          <div className="anywhere">
            {recipient} · {subject}
          </div>
          {problem === null ? null : (
            <div className={state === 'failed' ? 'reject-text' : 'review-text'}>
              {text(`problem.${PROBLEMS.find((each) => each === problem) ?? 'other'}`)}
            </div>
          )}
          {answer === null ? null : <div className="muted anywhere">{text('answer', { answer })}</div>}
        </li>
      ))}
    </ul>
  );
};
