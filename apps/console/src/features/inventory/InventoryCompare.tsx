import { Select } from '@fluentui/react-components';
import type { EnvironmentComparison } from '@redoubt/contracts';
import { diffLines } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, Empty, Loading, QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useConsole } from '../../app/console-context.tsx';
import { useEnvironments } from '../../app/environments.ts';
import { PartLines } from '../../shared/authoring/diff/PartLines.tsx';
import styles from './components/inventory.module.css';
import { comparisonQuery } from '../../shared/resources/inventory.queries.ts';

type Difference = EnvironmentComparison['differences'][number];

const DifferenceRow = ({ of }: { readonly of: Difference }) => {
  const text = useText('inventory');
  const { kind, name, difference, here, there, rows } = of;
  return (
    <details className={styles.difference}>
      <summary>
        <span className={styles.kind}>{text(`kind.${kind}`)}</span>
        <b>{name}</b>
        <Chip>{text(`difference.${difference}`)}</Chip>
        {rows ? <span className="soft">{text('difference.rows', rows)}</span> : null}
      </summary>
      {rows ? (
        <p className="soft">{text('difference.rowsHidden')}</p>
      ) : (
        <PartLines layout="unified" lines={diffLines((there ?? '').trimEnd(), (here ?? '').trimEnd())} />
      )}
    </details>
  );
};

const Comparison = ({ other }: { readonly other: string }) => {
  const text = useText('inventory');
  const call = useCall();
  const { environment } = useConsole();
  const query = useQuery(comparisonQuery(call, environment.id, other));
  return (
    <QueryState query={query} loading={<Loading rows={10} rowHeight={36} />}>
      {({ differences, equal, environmentName, otherName }) => (
        <>
          <p className={styles.total}>
            <b>{text('difference.total', { count: differences.length })}</b>{' '}
            <span className="soft">{text('difference.equal', { count: equal })}</span>
          </p>
          {differences.length === 0 ? (
            <Empty title={text('difference.none', { here: environmentName, there: otherName })} />
          ) : (
            differences.map((difference) => (
              <DifferenceRow key={`${difference.kind} ${difference.name}`} of={difference} />
            ))
          )}
        </>
      )}
    </QueryState>
  );
};

export type InventoryCompareProps = {
  readonly other: string | undefined;
  readonly onOther: (id: string | undefined) => void;
};

/** What another environment does otherwise: added lines are those of this environment. */
export const InventoryCompare = ({ other, onOther }: InventoryCompareProps) => {
  const text = useText('inventory');
  const { environment } = useConsole();
  const others = useEnvironments().filter(
    ({ id, status, hasAccess }) => id !== environment.id && status === 'Active' && hasAccess,
  );
  return (
    <div className={styles.compare}>
      <label className="flex middle gap-3">
        {text('compareWith')}
        <Select
          size="small"
          value={other ?? ''}
          onChange={(_event, { value }) => onOther(value === '' ? undefined : value)}
        >
          <option value="">{text('chooseEnvironment')}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </label>
      {other === undefined ? (
        <Empty title={text('compareEmpty.title')} body={text('compareEmpty.body')} />
      ) : (
        <Comparison other={other} />
      )}
    </div>
  );
};
