import { useText } from '@redoubt/i18n';
import { Empty } from '@redoubt/ui';
import styles from './list.module.css';
import { useAssessment } from '../../../shared/assessments/assessment.ts';
import { startersOf, type Starter } from '../../../shared/rules/starters.ts';

export type StarterListProps = {
  /** Absent for people who only read. */
  readonly onStart?: ((starter: Starter) => void) | undefined;
};

/** What stands in the place of the list while there is no rule. */
export const StarterList = ({ onStart }: StarterListProps) => {
  const text = useText('rules');
  const assessment = useAssessment();
  if (!onStart) return <Empty title={text('list.emptyTitle')} body={text('list.emptyReadOnly')} />;
  return (
    <Empty
      title={text('list.emptyTitle')}
      body={
        <>
          <p>{text('list.emptyBody')}</p>
          <h3 className="mt-4 mb-2 fs-13">{text('list.emptyStart')}</h3>
          <ul className="plain-list border-top-1">
            {startersOf(assessment).map((starter) => (
              <li key={starter}>
                <button type="button" className={styles.starter} onClick={() => onStart(starter)}>
                  <b>{text(`starter.${starter}`)}</b>
                  <span>{text(`starter.${starter}Note`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
};
