import type { Inventory, InventoryResource } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, Loading, QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { menuFor, type MenuItem } from '../../shell/navigation/menu.ts';
import styles from './components/data-page.module.css';
import { isUnused, dependenciesOf } from './graph.ts';
import { inventoryQuery } from '../../shared/resources/inventory.queries.ts';

type Counted = {
  readonly resources: readonly Pick<InventoryResource, 'changed'>[];
  readonly unused: number;
  readonly problems: number;
};

/** What stands on a page of the area, by the key of its route. */
const TYPES: Readonly<Record<string, InventoryResource['type']>> = {
  velocities: 'velocitySet',
  functions: 'function',
  lists: 'list',
  externalCalls: 'externalCall',
  externalAssessments: 'externalAssessment',
};

const countPages = (inventory: Inventory): ReadonlyMap<string, Counted> => {
  const all = [...dependenciesOf(inventory).values()];
  const counted = Object.entries(TYPES).map(([page, type]): [string, Counted] => {
    const here = all.filter(
      ({ resource }) => resource.type === type && resource.id !== null && resource.environmentName === null,
    );
    return [
      page,
      { resources: here.map(({ resource }) => resource), unused: here.filter(isUnused).length, problems: 0 },
    ];
  });
  const rules = inventory.rules.filter(({ environmentName }) => environmentName === null);
  const problems = rules.filter((rule) => rule.problems.length > 0).length;
  return new Map([...counted, ['rulesConfiguration', { resources: rules, unused: 0, problems }]]);
};

const newest = ({ resources }: Counted) =>
  resources
    .flatMap(({ changed }) => changed ?? [])
    .reduce<{ by: string; at: string } | null>((last, each) => (last && last.at >= each.at ? last : each), null);

const PageRow = ({ item, counted }: { readonly item: MenuItem; readonly counted: Counted | undefined }) => {
  const text = useText('inventory');
  const routes = useText('routes');
  const formats = useFormats();
  const changed = counted && newest(counted);
  const unusedHref = hrefOf('/data/rulesconfiguration', undefined, { tab: 'uses', unused: 'yes' });
  const problemsHref = hrefOf('/data/rulesconfiguration', undefined, { tab: 'rules', only: 'problems' });
  return (
    <tr>
      <th scope="row">
        <Link href={item.route.path}>{routes(`${item.route.key}.title`)}</Link>
      </th>
      <td className={styles.count}>{counted ? formats.number(counted.resources.length) : ''}</td>
      <td>{changed ? text('home.changed', { at: formats.dateTime(changed.at), by: changed.by }) : ''}</td>
      <td>
        {counted && counted.unused > 0 ? (
          <Link href={unusedHref}>{text('home.unused', { count: counted.unused })}</Link>
        ) : null}
        {counted && counted.problems > 0 ? (
          <Link href={problemsHref}>{text('home.problems', { count: counted.problems })}</Link>
        ) : null}
      </td>
    </tr>
  );
};

const Rows = ({ counts }: { readonly counts: ReadonlyMap<string, Counted> }) => {
  const text = useText('inventory');
  const environment = useEnvironment();
  const items = useMemo(() => menuFor(environment).find(({ group }) => group === 'data')?.items ?? [], [environment]);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text('home.page')}</th>
          <th scope="col" className={styles.count}>
            {text('home.count')}
          </th>
          <th scope="col">{text('home.lastChange')}</th>
          <th scope="col">{text('home.attention')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <PageRow key={item.route.key} item={item} counted={counts.get(item.route.key)} />
        ))}
      </tbody>
    </table>
  );
};

const NOTHING: ReadonlyMap<string, Counted> = new Map();

const CountedRows = () => {
  const call = useCall();
  const { id } = useEnvironment();
  const query = useQuery(inventoryQuery(call, id));
  return (
    <QueryState query={query} loading={<Loading rows={10} rowHeight={40} />}>
      {(inventory) => <Rows counts={countPages(inventory)} />}
    </QueryState>
  );
};

/** Overview of everything rules read: what is there, what changed last, what is unused. */
export const DataPage = () => {
  const routes = useText('routes');
  const may = useMay();
  return (
    <ConsolePage title={routes('data.title')}>
      {may('decisionRules:read') ? <CountedRows /> : <Rows counts={NOTHING} />}
    </ConsolePage>
  );
};
