import type { IntegrationStatus } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import styles from './integration.module.css';

/** Refusals there is advice for. */
const ADVISED = [
  'AUTH-CREDENTIAL-REFUSED',
  'AUTH-FORBIDDEN',
  'AUTH-APPLICATION-NOT-ALLOWED',
  'ENV-UNKNOWN',
  'ENV-NOT-ACTIVE',
  'REQ-INVALID',
  'REQ-BODY-NOT-JSON',
  'REQ-NOT-JSON-TYPE',
  'REQ-BODY-TOO-LARGE',
  'REQ-RATE-LIMITED',
] as const;

/** What goes wrong now, and what helps. */
export const ProblemList = ({ status }: { readonly status: IntegrationStatus }): ReactNode => {
  const text = useText('integration');
  const formats = useFormats();
  const { problems, applications } = status;
  return (
    <Section title={text('problems.title')} meta={text('problems.meta')}>
      {problems.length === 0 && applications.ending === 0 ? <p>{text('problems.none')}</p> : null}
      <ul className="plain-list" aria-label={text('problems.title')}>
        {applications.ending === 0 ? null : (
          <li className={styles.step}>
            <span>{text('problems.ending', { count: applications.ending })}</span>
            <Link href={hrefOf('/integration/aadapp/manage')}>{text('problems.endingAdvice')}</Link>
          </li>
        )}
        {problems.map(({ code, count, lastAt, lastMessage }) => {
          const advised = ADVISED.find((each) => each === code);
          return (
            <li key={code} className={styles.step}>
              <span>
                <code>{code}</code>
                <br />
                {text('problems.calls', { count, calls: formats.number(count) })}
              </span>
              <div>
                <p>{advised ? text(`advice.${advised}`) : lastMessage}</p>
                <p className="soft">
                  {formats.dateTime(lastAt)} · {lastMessage}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
};
