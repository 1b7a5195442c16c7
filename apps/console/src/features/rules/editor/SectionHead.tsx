import { scoresIn, type ClauseSection } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useAssessment } from '../../../shared/assessments/assessment.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';
import type { DropTarget } from './use-clause-drag.ts';

export type SectionHeadProps = {
  readonly section: ClauseSection;
  /** How many clauses stand in it. */
  readonly count: number;
  readonly target: DropTarget | null;
};

/** Begins the clauses of one stage: its name, how many they are, and which scores they may read. */
export const SectionHead = ({ section, count, target }: SectionHeadProps) => {
  const text = useText('rules');
  const [first, second] = scoresIn(useAssessment(), section);
  const known = first === undefined ? 'none' : second === undefined ? first : 'both';
  return (
    <div
      className={styles.sectionHead}
      data-drop={target?.drop ?? undefined}
      onDragOver={target?.onOver}
      onDrop={target?.onDrop}
    >
      <h2 className="fs-14 lh-20">{text(`sections.${section}`)}</h2>
      <span className="quiet-small">{text('sections.count', { count })}</span>
      <span className="soft overflow-hidden ellipsis">{text(`sections.known.${known}`)}</span>
    </div>
  );
};
