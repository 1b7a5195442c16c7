import type { ManagedEnvironmentDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { FactList, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './environments.module.css';

type Detail = Pick<ManagedEnvironmentDetail, 'inherited' | 'settings'>;
type Ancestor = Detail['inherited'][number]['from'][number];

const Ancestors = ({ from }: { readonly from: readonly Ancestor[] }): ReactNode => {
  const text = useText('environments');
  const formats = useFormats();
  if (from.length === 0) return <span className="soft">{text('inherit.none')}</span>;
  return from.map(({ environmentId, environmentName, count, items }) => (
    <details key={environmentId}>
      <summary>{text('inherit.from', { name: environmentName, count: formats.number(count) })}</summary>
      <ol className={styles.items}>
        {items.map(({ name, assessment }) => (
          <li key={`${assessment} ${name}`}>
            {name} {assessment === null ? null : <span className="soft">{assessment}</span>}
          </li>
        ))}
        {count > items.length ? (
          <li className="soft">{text('inherit.more', { count: count - items.length })}</li>
        ) : null}
      </ol>
    </details>
  ));
};

/** What works in an environment although it stands in one above it, with where it stands, and its settings. */
export const InheritedPart = (props: {
  readonly id: string;
  readonly name: string;
  readonly detail: Detail;
}): ReactNode => {
  const { id, name, detail } = props;
  const text = useText('environments');
  const formats = useFormats();
  return (
    <>
      <Section title={text('inherit.title', { name })} meta={text('inherit.order')}>
        <table className={styles.inherited}>
          <thead>
            <tr>
              <th scope="col">{text('inherit.thing')}</th>
              <th scope="col">{text('inherit.where')}</th>
              <th scope="col" className={styles.number}>
                {text('inherit.own')}
              </th>
            </tr>
          </thead>
          <tbody>
            {detail.inherited.map(({ thing, own, from }) => (
              <tr key={thing}>
                <th scope="row">{text(`thing.${thing}`)}</th>
                <td>
                  <Ancestors from={from} />
                </td>
                <td className={styles.number}>{formats.number(own)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="soft">{text('inherit.not')}</p>
      </Section>
      <Section title={text('settings.title')}>
        <FactList
          facts={detail.settings.map(({ setting, value, from }) => [
            text(`setting.${setting}`),
            <>
              {from === null
                ? null
                : setting === 'currency'
                  ? value || text('settings.none')
                  : text(`value.${value as 'set'}`)}{' '}
              <span className="soft">
                {from === null
                  ? text('settings.default')
                  : from.environmentId === id
                    ? text('settings.own')
                    : text('settings.from', { name: from.environmentName })}
              </span>
            </>,
          ])}
        />
      </Section>
    </>
  );
};
