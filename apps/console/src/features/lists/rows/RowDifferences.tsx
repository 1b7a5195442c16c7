import { ArrowUndoRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import styles from '../components/lists.module.css';
import type { RowDraftHandle } from './use-row-draft.ts';

type Line = {
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: string;
  readonly after: string;
  readonly undo: () => void;
};

const linesOf = ({ draft, undo, drop }: RowDraftHandle): readonly Line[] => [
  ...draft.added.map(({ id, cells }): Line => ({
    key: `new-${id}`,
    kind: 'added',
    before: '',
    after: cells.join(', '),
    undo: () => drop(id),
  })),
  ...[...draft.changed].map(([ordinal, { before, after }]): Line => ({
    key: String(ordinal),
    kind: 'changed',
    before: before.join(', '),
    after: after.join(', '),
    undo: () => undo(ordinal),
  })),
  ...[...draft.removed].map(([ordinal, cells]): Line => ({
    key: String(ordinal),
    kind: 'removed',
    before: cells.join(', '),
    after: '',
    undo: () => undo(ordinal),
  })),
];

const SIGNS = { added: '+', removed: '−', changed: '±' } as const;

/** What saving would change, row by row, each to be taken back. */
export const RowDifferences = ({ draft }: { readonly draft: RowDraftHandle }) => {
  const text = useText('lists');
  const common = useText('common');
  const { added, removed, changed } = draft.draft;
  const lines = linesOf(draft);
  if (lines.length === 0) return null;
  return (
    <Section
      title={text('difference.title')}
      meta={text('edit.meta', { added: added.length, changed: changed.size, removed: removed.size })}
    >
      <ul className={styles.changes} aria-label={text('difference.title')} tabIndex={0}>
        {lines.map(({ key, kind, before, after, undo }) => (
          <li key={key} data-kind={kind}>
            <span aria-hidden>{SIGNS[kind]}</span>
            <span className="visually-hidden">{text(`difference.${kind}`)}</span>
            <span className="truncate grow min-w-0">
              {before === '' && kind === 'added' ? null : <s>{before}</s>}
              {kind === 'changed' ? ' → ' : null}
              {after}
            </span>
            <button
              type="button"
              className={styles.undo}
              aria-label={`${common('action.undo')}: ${kind === 'removed' ? before : after}`}
              title={common('action.undo')}
              onClick={undo}
            >
              <ArrowUndoRegular fontSize={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
};
