import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import styles from '../../../shared/authoring/editor/editor.module.css';
import type { ClauseDrag } from './use-clause-drag.ts';

/** Where a clause is taken hold of with the pointer; by keyboard its buttons move it. */
export const DragHandle = ({ drag, name }: { readonly drag: ClauseDrag; readonly name: string }) => {
  const text = useText('rules');
  return (
    <span
      className={styles.handle}
      draggable
      title={text('sections.drag')}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        const part = event.currentTarget.closest('section');
        if (part) event.dataTransfer.setDragImage(part, 0, 0);
        drag.onStart();
      }}
      onDragEnd={drag.onEnd}
    >
      <ReOrderDotsVerticalRegular fontSize={14} aria-hidden />
    </span>
  );
};
