import { Field, Input } from '@fluentui/react-components';
import type { ListLookup } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Empty, ErrorState, Link, Loading, Section, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { SupportStatusChip } from '../../../shared/support-lists/SupportStatusChip.tsx';
import styles from '../components/lists.module.css';
import { lookupQuery } from '../lists.queries.ts';

const CustomHits = ({ found }: { readonly found: ListLookup['custom'][number] }): ReactNode => {
  const text = useText('lists');
  const formats = useFormats();
  const provided = useProvidedNames();
  const { id, name, columns, hits, usedBy } = found;
  return (
    <Section
      title={<Link href={hrefOf('/data/lists/custom', undefined, { list: id })}>{name}</Link>}
      meta={text('rows', { count: hits.length, rows: formats.number(hits.length) })}
    >
      <div className={styles.tableFrame} role="group" aria-label={name} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hits.map((hit) => (
              <tr key={hit.ordinal} title={hit.expired ? text('expiry.over') : undefined}>
                <td>{formats.number(hit.ordinal)}</td>
                {columns.map((column, at) => {
                  const cell = hit.cells[at] ?? '';
                  return (
                    <td key={column} className={hit.expired ? 'muted' : undefined}>
                      {hit.expired ? <s>{cell}</s> : hit.columns.includes(column) ? <b>{cell}</b> : cell}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {usedBy.length > 0 ? (
        <p className="soft">
          {text('lookup.usedBy', { rules: formats.list(usedBy.map((user) => provided.shown(user.name))) })}
        </p>
      ) : null}
    </Section>
  );
};

const SupportHit = ({ found }: { readonly found: ListLookup['support'][number] }): ReactNode => {
  const text = useText('supportLists');
  const formats = useFormats();
  const provided = useProvidedNames();
  const { entity, entry, usedBy } = found;
  const say = useText('lists');
  return (
    <Section
      title={
        <Link href={hrefOf('/data/lists/support', undefined, { list: entity, value: entry.value })}>
          {text(`entity.${entity}`)}
        </Link>
      }
    >
      <p>
        <SupportStatusChip status={entry.status} /> {entry.reason}
      </p>
      <p className="soft">
        {text('addedBy', { at: formats.dateTime(entry.added.at), by: entry.added.by })}
        {entry.expiresAt === null ? '' : `, ${text('until', { at: formats.dateTime(entry.expiresAt) })}`}
      </p>
      {usedBy.length > 0 ? (
        <p className="soft">
          {say('lookup.usedBy', { rules: formats.list(usedBy.map((user) => provided.shown(user.name))) })}
        </p>
      ) : null}
    </Section>
  );
};

/** Which lists hold a value: answers why a customer was blocked. */
export const LookupPanel = (props: {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onClose: () => void;
}): ReactNode => {
  const text = useText('lists');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const value = useDeferredValue(props.value.trim());
  const { data, error, isFetching } = useQuery(lookupQuery(call, environmentId, value));
  const isNowhere = data && data.custom.length + data.support.length === 0;
  return (
    <SidePanel title={text('lookup.title')} onClose={props.onClose}>
      <div className={styles.form}>
        <Field label={text('lookup.value')} size="small" hint={text('lookup.hint')}>
          <Input
            size="small"
            type="search"
            value={props.value}
            input={{ 'data-autofocus': true } as object}
            onChange={(_event, { value: typed }) => props.onValue(typed.slice(0, 2000))}
          />
        </Field>
        {error ? <ErrorState error={error} compact /> : null}
        <div role="status" aria-busy={isFetching} className={styles.form}>
          {value === '' ? null : data === undefined ? (
            error ? null : (
              <Loading rows={4} rowHeight={24} />
            )
          ) : isNowhere ? (
            <Empty title={text('lookup.nowhere')} body={text('lookup.nowhereBody')} />
          ) : (
            <>
              {data.support.map((found) => (
                <SupportHit key={found.entity} found={found} />
              ))}
              {data.custom.map((found) => (
                <CustomHits key={found.id} found={found} />
              ))}
              {data.isComplete ? null : <p className={styles.warning}>{text('lookup.more')}</p>}
            </>
          )}
        </div>
      </div>
    </SidePanel>
  );
};
