import type { Inventory } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, Link, SidePanel } from '@redoubt/ui';
import type { Neighbour, Dependencies } from '../graph.ts';
import { resourceHref } from '../../../shared/resources/resource-href.ts';
import { useResourceName, useTypeText } from '../../../shared/resources/use-type-text.ts';
import { DependencyPicture } from './DependencyPicture.tsx';
import styles from './inventory.module.css';
import { ReplaceReference } from './ReplaceReference.tsx';

const NeighbourTable = ({ title, none, rows }: { title: string; none: string; rows: readonly Neighbour[] }) => {
  const typeText = useTypeText();
  const nameOf = useResourceName();
  return (
    <section className={styles.neighbours}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="soft">{none}</p>
      ) : (
        <table className={styles.table} aria-label={title}>
          <tbody>
            {rows.map(({ resource, parts }) => {
              const href = resourceHref(resource);
              return (
                <tr key={resource.key}>
                  <th scope="row">{href === null ? nameOf(resource) : <Link href={href}>{nameOf(resource)}</Link>}</th>
                  <td>{typeText(resource)}</td>
                  <td className="soft">{parts.join(', ')}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
};

/** One resource between those who read it and what it reads: as a picture, and as tables that lead there. */
export const DependenciesPanel = (props: {
  readonly of: Dependencies;
  readonly inventory: Inventory;
  readonly onCurrent: (key: string) => void;
  readonly onClose: () => void;
}) => {
  const { of, inventory, onCurrent, onClose } = props;
  const text = useText('inventory');
  const typeText = useTypeText();
  const nameOf = useResourceName();
  const provided = useProvidedNames();
  const { resource, readers, reads } = of;
  const href = resourceHref(resource);
  return (
    <SidePanel title={nameOf(resource)} onClose={onClose} takeFocus={false}>
      <div className="stack-4">
        <p className="row-middle">
          <Chip>{typeText(resource)}</Chip>
          {resource.isSystem ? <Chip>{text('system')}</Chip> : null}
          {href === null ? null : <Link href={href}>{text('open')}</Link>}
        </p>
        {resource.description === '' ? null : <p>{provided.shown(resource.description)}</p>}
        {readers.length + reads.length === 0 ? null : <DependencyPicture of={of} onChoose={onCurrent} />}
        {resource.type === 'rule' ? null : (
          <NeighbourTable title={text('readBy')} none={text('readByNothing')} rows={readers} />
        )}
        <NeighbourTable title={text('readsTitle')} none={text('readsNothing')} rows={reads} />
        {inventory.canWrite && readers.length > 0 ? <ReplaceReference of={of} inventory={inventory} /> : null}
      </div>
    </SidePanel>
  );
};
