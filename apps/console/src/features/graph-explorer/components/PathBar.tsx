import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { GraphModel } from '../model/graph-model.ts';
import type { GraphText } from '../use-graph-text.ts';
import styles from './graph.module.css';

/** The shortest way between two items, in words. */
export const PathBar = (props: {
  readonly model: GraphModel;
  readonly from: string;
  /** Undefined until the other end is chosen, and where no way leads there. */
  readonly way: readonly string[] | undefined;
  readonly say: GraphText;
  readonly onEnd: () => void;
}): ReactNode => {
  const { model, from, way, say } = props;
  const text = useText('graphExplorer');
  const nameOf = (id: string): string => {
    const item = model.byId.get(id);
    return item === undefined ? '' : say.value(item);
  };
  return (
    <div className={styles.way} role="status">
      <strong>{text('path.title')}</strong>
      <span>
        {way === undefined
          ? text('path.none', { from: nameOf(from) })
          : way.length < 2
            ? text('path.choose', { from: nameOf(from) })
            : way.map(nameOf).join(' → ')}
      </span>
      {way !== undefined && way.length > 1 ? (
        <span className="soft">{text('path.hops', { count: way.length - 1 })}</span>
      ) : null}
      <CommandButton command={{ id: 'end', text: text('path.end'), icon: DismissRegular, onSelect: props.onEnd }} />
    </div>
  );
};
