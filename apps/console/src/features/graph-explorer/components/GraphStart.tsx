import { GRAPH_KINDS, type GraphKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import type { OwnFields } from '../../../shared/search/search-fields.ts';
import type { PastQuery } from '../use-graph-history.ts';
import type { GraphText } from '../use-graph-text.ts';
import styles from './graph.module.css';

/** What a kind of value is linked with: the account with everything, and a device with addresses. */
const linkedKinds = (kind: GraphKind, all: readonly GraphKind[]): readonly GraphKind[] => {
  if (kind === 'userId') return all.filter((each) => each !== kind);
  if (kind === 'deviceId') return ['userId', 'ipAddress'];
  return kind === 'ipAddress' ? ['userId', 'deviceId'] : ['userId'];
};

/** Before anything is asked: which kinds of values there are, what links them, and what was asked before. */
export const GraphStart = (props: {
  readonly own: OwnFields;
  readonly say: GraphText;
  readonly history: readonly PastQuery[];
  readonly onKind: (kind: GraphKind) => void;
}): ReactNode => {
  const { own, say, history, onKind } = props;
  const text = useText('graphExplorer');
  const all: readonly GraphKind[] = [...GRAPH_KINDS, ...own.map(({ field }) => field as GraphKind)];
  return (
    <div className="stack-4">
      <p className="m-0 prose">{text('start.about')}</p>
      <ul className={`plain-list ${styles.kinds ?? ''}`}>
        {all.map((kind) => (
          <li key={kind} className={styles.kind}>
            <button type="button" className={styles.line} onClick={() => onKind(kind)}>
              <strong>{say.kind(kind)}</strong>
            </button>
            <span className="soft">
              {text('start.linked', {
                kinds: linkedKinds(kind, all)
                  .map((each) => say.kind(each))
                  .join(', '),
              })}
            </span>
          </li>
        ))}
      </ul>
      {history.length === 0 ? null : (
        <section className="stack-2">
          <h2 className={styles.heading}>{text('start.history')}</h2>
          <ul className="plain-list stack">
            {history.map(({ kind, value, name }) => (
              <li key={`${kind} ${value}`}>
                <span className="soft">{name}</span>{' '}
                <Link href={hrefOf('/data/explorer', undefined, { kind, value })}>{value}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};
