import type { Ontology } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import styles from './ontology.module.css';

const GROUPS = ['thing', 'event', 'assessment'] as const;

/** Every kind an environment knows, by group; each has an address of its own. */
export const EntityTree = (props: {
  readonly ontology: Ontology;
  readonly current: string;
  readonly nameOf: (entity: string) => string;
}): ReactNode => {
  const { ontology, current, nameOf } = props;
  const text = useText('ontology');
  const formats = useFormats();
  return (
    <nav className={styles.tree} aria-label={text('entities')}>
      {GROUPS.map((group) => {
        const entities = ontology.entities.filter((entity) => entity.group === group);
        return entities.length === 0 ? null : (
          <section key={group}>
            <h2 id={`ontology-${group}`}>{text(`group.${group}`)}</h2>
            <ul aria-labelledby={`ontology-${group}`}>
              {entities.map(({ id, attributes }) => (
                <li key={id}>
                  <Link
                    href={hrefOf('/data/apimanagement/ontology', undefined, { entity: id })}
                    className={styles.entity}
                    aria-current={id === current ? 'page' : undefined}
                  >
                    <span className="truncate min-w-0">{nameOf(id)}</span>
                    <span className="soft">{formats.number(attributes)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
};
