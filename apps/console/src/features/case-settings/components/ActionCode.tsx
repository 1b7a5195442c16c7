import { Field, Textarea } from '@fluentui/react-components';
import { MAX_CASE_ACTION_CODE } from '@redoubt/domain';
import { FqlEditor, useDiagnosticText } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useId, useMemo, type ReactNode } from 'react';
import type { DecisionDraft } from '../decision-draft.ts';
import type { CheckedCodes } from '../use-checked-codes.ts';
import styles from '../case-settings.module.css';

const CODE_ROWS = 4;

/** The code that runs with a decision, checked while it is typed. */
export const ActionCode = (props: {
  readonly decision: DecisionDraft;
  readonly checked: CheckedCodes;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<DecisionDraft>) => void;
}): ReactNode => {
  const { decision, checked, readOnly, onChange } = props;
  const { source, symbols, diagnostics } = checked;
  const text = useText('caseSettings');
  const say = useDiagnosticText();
  const id = useId();
  const part = String(decision.key);
  const own = useMemo(() => diagnostics.filter((each) => each.part === part), [diagnostics, part]);
  if (symbols === null)
    return (
      <Field label={text('field.code')} size="small" hint={text('field.codeHint')}>
        <Textarea
          size="small"
          rows={CODE_ROWS}
          maxLength={MAX_CASE_ACTION_CODE}
          className={styles.code ?? ''}
          readOnly={readOnly}
          value={decision.code}
          spellCheck={false}
          onChange={(_event, { value }) => onChange({ code: value })}
        />
      </Field>
    );
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={styles.editor}>
      <span id={`${id}-label`}>{text('field.code')}</span>
      <FqlEditor
        rule={source}
        part={part}
        symbols={symbols}
        label={text('field.codeOf', { name: decision.name })}
        readOnly={readOnly}
        diagnostics={own}
        onChange={(code) => onChange({ code })}
      />
      {own.length === 0 ? (
        <p className="quiet-small">{text('field.codeHint')}</p>
      ) : (
        <ul className="plain-list problem-text" role="status">
          {own.map((diagnostic) => (
            <li key={`${diagnostic.code} ${diagnostic.line}:${diagnostic.column}`}>
              {text('code.place', { line: diagnostic.line, column: diagnostic.column })} {say(diagnostic)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
