import { DECISIONS, type Decision } from '@redoubt/domain';
import type { VisualClause } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { textNames, withDecision, withTexts } from './visual-edit.ts';
import { observing } from './visual-outputs.ts';
import styles from './visual.module.css';

export type DecisionFieldsProps = {
  readonly clause: VisualClause;
  readonly readOnly: boolean;
  readonly onChange: (clause: VisualClause) => void;
};

/** Stands among the decisions, and is none. */
const OBSERVES = 'observe';

/** What the clause decides where its rows hold: the decision and the texts that go with it. */
export const DecisionFields = ({ clause, readOnly, onChange }: DecisionFieldsProps) => {
  const text = useText('rules');
  const common = useText('common');
  const { decision } = clause;
  const observes = decision === null && clause.outputs.length > 0;
  const names = decision ? textNames(decision.decision) : [];
  return (
    <div className={styles.decision}>
      <select
        className={styles.decisionKind}
        aria-label={text('visual.decision')}
        disabled={readOnly}
        value={decision?.decision ?? (observes ? OBSERVES : '')}
        onChange={(event) =>
          onChange(
            event.target.value === OBSERVES
              ? observing(clause)
              : withDecision(clause, event.target.value === '' ? null : (event.target.value as Decision)),
          )
        }
      >
        {decision || observes ? null : <option value="">{text('visual.noDecision')}</option>}
        {DECISIONS.map((each) => (
          <option key={each} value={each}>
            {common(`decision.${each}`)}
          </option>
        ))}
        <option value={OBSERVES}>{text('visual.observe')}</option>
      </select>
      {names.map((name, index) => (
        <label key={name} className={styles.decisionText}>
          <span>{text(`evaluation.${name}`)}</span>
          <input
            className={styles.field}
            value={decision?.texts[index] ?? ''}
            readOnly={readOnly}
            spellCheck={false}
            onChange={(event) =>
              onChange(
                withTexts(
                  clause,
                  names.map((_name, at) => (at === index ? event.target.value : (decision?.texts[at] ?? ''))),
                ),
              )
            }
          />
        </label>
      ))}
    </div>
  );
};
