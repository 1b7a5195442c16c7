import { Button, Textarea } from '@fluentui/react-components';
import { DismissRegular, SearchRegular } from '@fluentui/react-icons';
import { MAX_SEARCH_CONDITION } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { FqlEditor, useDiagnosticText, type FqlEditorHandle } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './condition.module.css';
import { useConditionCheck } from './use-condition-check.ts';

/** Problems shown below; the others are marked in the code. */
const SHOWN = 3;
/** With it, completion knows what can follow. */
const START = 'WHEN ';

export type ConditionBarProps = {
  readonly eventType: AssessmentName;
  readonly condition: string;
  /** What the server said of the condition that was asked. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  /** Called with the condition to search by. */
  readonly onAsk: (condition: string) => void;
  readonly onClose: () => void;
};

/** The condition of a search in the rule language, checked while it is typed. */
export const ConditionBar = ({ eventType, condition, problems, onAsk, onClose }: ConditionBarProps): ReactNode => {
  const text = useText('search');
  const say = useDiagnosticText();
  const [typed, setTyped] = useState(condition === '' ? START : condition);
  const [asked, setAsked] = useState(condition);
  if (asked !== condition) {
    setAsked(condition);
    if (condition !== '') setTyped(condition);
  }
  const { symbols, source, diagnostics, upToDate } = useConditionCheck(eventType, typed);
  const editor = useRef<FqlEditorHandle>(null);
  const isReady = symbols !== null;
  const end = useRef(typed.length);
  useEffect(() => editor.current?.focus(end.current), [isReady]);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const isWritten = typed.trim() !== '' && typed.trim() !== START.trim();
  // What was typed since the last check may have mended it; the server checks too.
  const canAsk = isWritten && (errors.length === 0 || !upToDate);
  const ask = (): void => {
    if (canAsk) onAsk(typed.trim());
  };
  return (
    <section
      className={styles.bar}
      aria-label={text('fql.label')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={styles.row}>
        {symbols === null ? (
          <Textarea
            size="small"
            className={styles.code ?? ''}
            aria-label={text('fql.label')}
            maxLength={MAX_SEARCH_CONDITION}
            value={typed}
            spellCheck={false}
            onChange={(_event, { value }) => setTyped(value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.ctrlKey) ask();
            }}
          />
        ) : (
          <div className={styles.code}>
            <FqlEditor
              ref={editor}
              rule={source}
              part="condition"
              symbols={symbols}
              label={text('fql.label')}
              diagnostics={diagnostics}
              onChange={setTyped}
              onSubmit={ask}
            />
          </div>
        )}
        <Button size="small" appearance="primary" icon={<SearchRegular />} disabled={!canAsk} onClick={ask}>
          {text('fql.ask')}
        </Button>
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={text('fql.close')}
          onClick={onClose}
        />
      </div>
      {diagnostics.length > 0 ? (
        <ul className="plain-list problem-text" role="status">
          {diagnostics.slice(0, SHOWN).map((diagnostic) => (
            <li key={`${diagnostic.code} ${diagnostic.from}`}>
              {text('fql.place', { line: diagnostic.line, column: diagnostic.column })} {say(diagnostic)}
            </li>
          ))}
        </ul>
      ) : problems.length > 0 && typed.trim() === condition ? (
        <ul className="plain-list problem-text" role="status">
          {problems.slice(0, SHOWN).map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      ) : (
        <p className="quiet-small">{text('fql.hint')}</p>
      )}
    </section>
  );
};
