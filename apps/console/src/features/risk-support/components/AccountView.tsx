import { EditRegular } from '@fluentui/react-icons';
import type { SupportAccount } from '@redoubt/contracts';
import { isMasked } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { DateTimeText, Facts, IconButton, IdText, SearchField, Section } from '@redoubt/ui';
import { Fragment, useState, type ReactNode } from 'react';
import { SupportStatusChip } from '../../../shared/support-lists/SupportStatusChip.tsx';
import styles from '../risk-support.module.css';
import { SnapshotTable } from './SnapshotTable.tsx';

type Status = SupportAccount['statuses'][number];

export type AccountViewProps = {
  readonly account: SupportAccount;
  readonly onChange: (status: Status) => void;
};

/** What was said of the values of an account, newest first. */
const activityOf = ({ statuses, instruments }: SupportAccount) =>
  [...statuses, ...instruments.map(({ status }) => status)]
    .flatMap(({ entity, current, earlier }) =>
      [...(current ? [current] : []), ...earlier].map((entry) => ({ entity, entry })),
    )
    .toSorted((left, right) => Date.parse(right.entry.added.at) - Date.parse(left.entry.added.at));

/** Summary, payment instruments and activity of an account. */
export const AccountView = ({ account, onChange }: AccountViewProps): ReactNode => {
  const text = useText('riskSupport');
  const lists = useText('supportLists');
  const formats = useFormats();
  const { userId, names, emails, memberSince, firstSeen, statuses, instruments, snapshots, canChange } = account;
  const statusCell = (status: Status): ReactNode => {
    const { entity, value, current } = status;
    return (
      <span className="inline-flex middle gap-1">
        <SupportStatusChip status={current?.status ?? null} />
        {current ? (
          <span className="soft">
            {text('since', { date: formats.date(current.added.at) })}
            {current.expiresAt ? ` ${text('until', { date: formats.date(current.expiresAt) })}` : null}
          </span>
        ) : null}
        {canChange && !isMasked(value) ? (
          <IconButton
            dense
            icon={EditRegular}
            label={text('change.of', { what: lists(`entity.${entity}`), value })}
            onClick={() => onChange(status)}
          />
        ) : null}
      </span>
    );
  };
  const [sought, setSought] = useState('');
  const activity = activityOf(account);
  const shown = activity.filter(({ entry: { value, reason, comments, added } }) =>
    [value, reason, comments, added.by].some((each) => each.toLowerCase().includes(sought.trim().toLowerCase())),
  );
  return (
    <div className="stack-4">
      <Section title={text('account.title')}>
        <Facts>
          <dt>{text('key.userId')}</dt>
          <dd>
            <IdText id={userId} />
          </dd>
          {names.length > 0 ? (
            <>
              <dt>{text('account.name')}</dt>
              <dd>{formats.list(names)}</dd>
            </>
          ) : null}
          {emails.length > 0 ? (
            <>
              <dt>{text('key.email')}</dt>
              <dd>{formats.list(emails)}</dd>
            </>
          ) : null}
          {memberSince === null || Number.isNaN(Date.parse(memberSince)) ? null : (
            <>
              <dt>{text('account.memberSince')}</dt>
              <dd>{formats.date(memberSince)}</dd>
            </>
          )}
          {firstSeen === null ? null : (
            <>
              <dt>{text('account.firstSeen')}</dt>
              <dd>
                <DateTimeText at={firstSeen} />
              </dd>
            </>
          )}
          {statuses.map((status) => (
            <Fragment key={`${status.entity} ${status.value}`}>
              <dt>{lists(`entity.${status.entity}`)}</dt>
              <dd>{statusCell(status)}</dd>
            </Fragment>
          ))}
        </Facts>
      </Section>
      {snapshots.map((snapshot) => (
        <SnapshotTable key={snapshot.currency} snapshot={snapshot} />
      ))}
      <Section title={text('instruments.title')} meta={formats.number(instruments.length)}>
        {instruments.length === 0 ? (
          <p className="soft">{text('instruments.none')}</p>
        ) : (
          <table className={styles.table} aria-label={text('instruments.title')}>
            <thead>
              <tr>
                <th scope="col">{text('instruments.instrument')}</th>
                <th scope="col">{text('key.paymentInstrumentId')}</th>
                <th scope="col">{text('instruments.newest')}</th>
                <th scope="col">{lists('column.status')}</th>
              </tr>
            </thead>
            <tbody>
              {instruments.map(({ id, type, cardType, lastDigits, newest, status }) => (
                <tr key={id}>
                  <th scope="row">
                    {[cardType ?? type, lastDigits === null ? null : `•••• ${lastDigits}`]
                      .filter((part) => part !== null)
                      .join(' ')}
                  </th>
                  <td>
                    <IdText id={id} />
                  </td>
                  <td>
                    <DateTimeText at={newest} />
                  </td>
                  <td>{statusCell(status)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section title={text('activity.title')} meta={formats.number(activity.length)}>
        {activity.length === 0 ? (
          <p className="soft">{text('activity.none')}</p>
        ) : (
          <>
            <SearchField label={text('activity.search')} takesSlash={false} value={sought} onChange={setSought} />
            {shown.length === 0 ? <p className="soft">{text('activity.searchNone')}</p> : null}
            <table className={styles.table} aria-label={text('activity.title')}>
              <thead>
                <tr>
                  <th scope="col">{lists('column.status')}</th>
                  <th scope="col">{lists('column.value')}</th>
                  <th scope="col">{lists('column.reason')}</th>
                  <th scope="col">{lists('column.comments')}</th>
                  <th scope="col">{lists('column.by')}</th>
                  <th scope="col">{lists('column.added')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ entity, entry }) => (
                  <tr key={`${entity} ${entry.value} ${entry.added.at} ${entry.status}`}>
                    <th scope="row">
                      <SupportStatusChip status={entry.status} />
                    </th>
                    <td className="code-12">{entry.value}</td>
                    <td>{entry.reason}</td>
                    <td>{entry.comments}</td>
                    <td>{entry.added.by}</td>
                    <td>
                      <DateTimeText at={entry.added.at} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </Section>
    </div>
  );
};
