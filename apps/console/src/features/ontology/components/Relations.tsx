import type { Ontology, OntologyRelation } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import styles from './ontology.module.css';

const WORDS = { has: ['has', 'isIn'], about: ['about', 'toldBy'] } as const;

const linesOf = (relations: readonly OntologyRelation[], entity: string) =>
  (['about', 'has'] as const).flatMap((type) => {
    const ofType = relations.filter((relation) => relation.type === type);
    const [from, to] = WORDS[type];
    return [
      { word: from, others: ofType.filter((each) => each.from === entity).map((each) => each.to) },
      { word: to, others: ofType.filter((each) => each.to === entity).map((each) => each.from) },
    ].filter(({ others }) => others.length > 0);
  });

/** What one kind has to do with the others. */
export const Relations = (props: {
  readonly ontology: Ontology;
  readonly entity: string;
  readonly nameOf: (entity: string) => string;
}): ReactNode => {
  const { ontology, entity, nameOf } = props;
  const text = useText('ontology');
  return (
    <dl className={styles.relations} aria-label={text('relations')}>
      {linesOf(ontology.relations, entity).map(({ word, others }) => (
        <div key={word}>
          <dt>{text(word)}</dt>
          <dd>
            {others.map((other, index) => (
              <Fragment key={other}>
                {index === 0 ? null : ', '}
                <Link href={hrefOf('/data/apimanagement/ontology', undefined, { entity: other })}>{nameOf(other)}</Link>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
};
