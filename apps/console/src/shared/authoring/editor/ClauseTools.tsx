import { ChevronDownRegular, ChevronUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { IconButton } from '@redoubt/ui';
import styles from './editor.module.css';

export type ClauseToolsProps = {
  readonly name: string;
  readonly first: boolean;
  readonly last: boolean;
  /** Names of the sections a step up or down leads into; absent where it stays in its own. */
  readonly sectionAbove?: string | undefined;
  readonly sectionBelow?: string | undefined;
  readonly only: boolean;
  /** Why the only one stays; that a rule needs a clause where absent. */
  readonly onlyNote?: string;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
};

/** Moves a clause up and down, or takes it out. */
export const ClauseTools = (props: ClauseToolsProps) => {
  const { name, first, last, only, onlyNote, onMove, onRemove } = props;
  const text = useText('rules');
  const into = (section: string | undefined, otherwise: string): string =>
    section === undefined ? otherwise : text('sections.moveTo', { name, section });
  return (
    <span className={styles.tools}>
      <IconButton
        dense
        icon={ChevronUpRegular}
        label={into(props.sectionAbove, text('editor.moveClauseUp', { name }))}
        aria-disabled={first || undefined}
        onClick={() => !first && onMove(-1)}
      />
      <IconButton
        dense
        icon={ChevronDownRegular}
        label={into(props.sectionBelow, text('editor.moveClauseDown', { name }))}
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
