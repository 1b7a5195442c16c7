import { MAX_CASE_ACTION_CODE } from '@redoubt/domain';
import { joinClasses } from '@redoubt/ui';
import { useText } from '@redoubt/i18n';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { loadWithTexts } from '../../../routes/lazy-part.ts';
import type { DecisionDraft } from '../decision-draft.ts';
import type { CheckedCodes } from '../use-checked-codes.ts';
import type { CodeEditor } from './CodeEditor.tsx';
import styles from '../case-settings.module.css';

type Editor = { readonly draw: typeof CodeEditor; readonly cursor: number | undefined };

const loadEditor = () => loadWithTexts(async () => (await import('./CodeEditor.tsx')).CodeEditor);

const MIN_LINES = 3;

/**
 * The code that runs with a decision, checked while it is typed. The editor comes where there is code, and where the field is
 * entered; until then, and where it does not come, a plain field of the same height stands there.
 */
export const ActionCode = (props: {
  readonly decision: DecisionDraft;
  readonly checked: CheckedCodes;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<DecisionDraft>) => void;
}): ReactNode => {
  const { decision, checked, readOnly, onChange } = props;
  const { source, symbols, diagnostics } = checked;
  const text = useText('caseSettings');
  const id = useId();
  const part = String(decision.key);
  const own = useMemo(() => diagnostics.filter((each) => each.part === part), [diagnostics, part]);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEntered, setEntered] = useState(false);
  const [editor, setEditor] = useState<Editor | null>(null);
  const isWanted = symbols !== null && (isEntered || decision.code !== '');
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    loadEditor().then(
      (draw) => {
        if (!isHere) return;
        const { current } = field;
        const hasFocus = current !== null && current.ownerDocument.activeElement === current;
        setEditor({ draw, cursor: hasFocus ? current.selectionStart : undefined });
      },
      // The plain field stays; the server checks what is saved.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  const label = text('field.codeOf', { name: decision.name });
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={styles.editor}>
      <span id={`${id}-label`}>{text('field.code')}</span>
      {editor === null || symbols === null ? (
        <>
          <textarea
            ref={field}
            aria-label={label}
            className={joinClasses(styles.plain, 'mono')}
            rows={Math.max(MIN_LINES, decision.code.split('\n').length)}
            maxLength={MAX_CASE_ACTION_CODE}
            readOnly={readOnly}
            value={decision.code}
            spellCheck={false}
            onFocus={() => setEntered(!readOnly)}
            onChange={({ target }) => onChange({ code: target.value })}
          />
          <p className="quiet-small">{text('field.codeHint')}</p>
        </>
      ) : (
        <editor.draw
          rule={source}
          part={part}
          symbols={symbols}
          label={label}
          readOnly={readOnly}
          diagnostics={own}
          cursor={editor.cursor}
          onChange={(code) => onChange({ code })}
        />
      )}
    </div>
  );
};
