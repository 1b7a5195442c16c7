import { ChevronDownRegular, ChevronUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { IconButton } from '@redoubt/ui';
import styles from './editor.module.css';

export type ClauseToolsProps = {
  readonly name: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly only: boolean;
  /** Why the only one stays; that a rule needs a clause where absent. */
  readonly onlyNote?: string;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
};

/** Moves a clause up and down, or takes it out. */
export const ClauseTools = ({ name, first, last, only, onlyNote, onMove, onRemove }: ClauseToolsProps) => {
  const text = useText('rules');
  return (
    <span className={styles.tools}>
      <IconButton
        dense
        icon={ChevronUpRegular}
        label={text('editor.moveClauseUp', { name })}
        aria-disabled={first || undefined}
        onClick={() => !first && onMove(-1)}
      />
      <IconButton
        dense
        icon={ChevronDownRegular}
        label={text('editor.moveClauseDown', { name })}
        aria-disabled={last || undefined}
        onClick={() => !last && onMove(1)}
      />
      <IconButton
        dense
        icon={DeleteRegular}
        label={text('editor.removeClauseNamed', { name })}
        aria-disabled={only || undefined}
        title={only ? (onlyNote ?? text('editor.removeClauseLast')) : text('editor.removeClause')}
        onClick={() => !only && onRemove()}
      />
    </span>
  );
};
