import { useFormats, useText } from '@redoubt/i18n';
import { useMemo, type ReactNode } from 'react';
import { fraudCommunities } from '../model/communities.ts';
import type { GraphModel } from '../model/graph-model.ts';
import type { GraphText } from '../use-graph-text.ts';
import styles from './graph.module.css';

/** Groups of values of which more than half of the accounts have an event labelled fraud. */
export const Communities = (props: {
  readonly model: GraphModel;
  readonly say: GraphText;
  readonly onPick: (id: string) => void;
}): ReactNode => {
  const { model, say, onPick } = props;
  const text = useText('graphExplorer');
  const formats = useFormats();
  const found = useMemo(() => fraudCommunities(model), [model]);
  if (found.length === 0) return null;
  return (
    <section className={styles.communities}>
      <h2 className={styles.heading}>{text('communities.title')}</h2>
      <ul className="plain-list stack">
        {found.map(({ head, members, fraud }) => (
          <li key={head.id}>
            <button type="button" className={styles.line} onClick={() => onPick(head.id)}>
              <span className="truncate grow">{say.value(head)}</span>
              <span className="soft">
                {text('communities.share', { fraud: formats.number(fraud), all: formats.number(members) })}
              </span>
              <span className={styles.count}>{formats.percent((fraud / members) * 100, 0)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
