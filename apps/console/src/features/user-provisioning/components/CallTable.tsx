import type { ScimCall } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Checkbox } from '@fluentui/react-components';
import { DateTimeText, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import styles from './provisioning.module.css';

/** The last calls of the identity provider, and the answer where one was refused. */
export const CallTable = ({ calls }: { readonly calls: readonly ScimCall[] }): ReactNode => {
  const text = useText('provisioning');
  const [refusedOnly, setRefusedOnly] = useState(false);
  const refused = calls.filter(({ code }) => code !== null);
  const shown = refusedOnly ? refused : calls;
  return (
    <Section
      title={text('call.title')}
      meta={text('call.meta', { count: calls.length, refused: refused.length })}
      end={
        calls.length === 0 ? undefined : (
          <Checkbox
            label={text('call.refusedOnly')}
            checked={refusedOnly}
            onChange={(_event, { checked }) => setRefusedOnly(checked === true)}
          />
        )
      }
    >
      {shown.length === 0 ? (
        <p className="soft">{text(calls.length === 0 ? 'call.empty' : 'call.noneRefused')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} aria-label={text('call.title')}>
            <thead>
              <tr>
                <th scope="col">{text('call.at')}</th>
                <th scope="col">{text('call.token')}</th>
                <th scope="col">{text('call.what')}</th>
                <th scope="col">{text('call.status')}</th>
                <th scope="col">{text('call.answer')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, at, token, method, resource, resourceId, status, code, detail }) => (
                <tr key={id}>
                  <td>
                    <DateTimeText at={at} />
                  </td>
                  <td>{token}</td>
                  <td className="mono anywhere">
                    {method} /{resource}
                    {resourceId === null ? '' : `/${resourceId}`}
                  </td>
                  <td className={code === null ? 'mono' : 'mono strong'}>{status}</td>
                  <td lang="en">{detail}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
};
