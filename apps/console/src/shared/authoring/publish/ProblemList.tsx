import { ErrorCircleRegular, WarningRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import type { Problem } from './problems.ts';
import styles from './publish.module.css';

export type ProblemListProps = {
  readonly problems: readonly Problem[];
  readonly onGoTo: (problem: Problem) => void;
};

const SHOWN = 6;

/** What keeps a rule from being published, each with the way to its place. */
export const ProblemList = ({ problems, onGoTo }: ProblemListProps) => {
  const text = useText('rules');
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  if (errors.length + warnings.length === 0) return null;
  return (
    <section className={styles.problems} aria-live="polite">
      <h2 className={joinClasses(styles.problemsTitle, errors.length === 0 && styles.onlyWarnings)}>
        {errors.length > 0
          ? text('publish.problems', { count: errors.length })
          : text('publish.warnings', { count: warnings.length })}
      </h2>
      <ul className="plain-list">
        {[...errors, ...warnings].slice(0, SHOWN).map((problem) => {
          const Icon = problem.severity === 'error' ? ErrorCircleRegular : WarningRegular;
          return (
            <li key={`${problem.part} ${problem.from} ${problem.code} ${problem.message}`}>
              <button type="button" className={styles.problem} onClick={() => onGoTo(problem)}>
                <Icon
                  fontSize={14}
                  aria-label={text(`code.severity.${problem.severity}`)}
                  className={joinClasses(problem.severity === 'error' ? styles.error : styles.warning)}
                />
                <span className="flex-none muted">
                  {problem.line === null
                    ? problem.where
                    : text('publish.whereLine', { part: problem.where, line: problem.line })}
                </span>
                <span className="min-w-0">{problem.message}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
