import { FqlEditor, useDiagnosticText, type FqlEditorHandle, type FqlEditorProps } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useEffect, useRef, type ReactNode } from 'react';

export type CodeEditorProps = Omit<FqlEditorProps, 'ref' | 'diagnostics'> & {
  readonly diagnostics: NonNullable<FqlEditorProps['diagnostics']>;
  /** Where the cursor was in what stood here before; nothing where the focus was elsewhere. */
  readonly cursor: number | undefined;
};

/** The editor of an action code, with what is wrong in it below. */
export const CodeEditor = ({ cursor, ...editor }: CodeEditorProps): ReactNode => {
  const text = useText('caseSettings');
  const say = useDiagnosticText();
  const handle = useRef<FqlEditorHandle>(null);
  const start = useRef(cursor);
  useEffect(() => {
    if (start.current !== undefined) handle.current?.focus(start.current);
  }, []);
  return (
    <>
      <FqlEditor {...editor} ref={handle} />
      {editor.diagnostics.length === 0 ? (
        <p className="quiet-small">{text('field.codeHint')}</p>
      ) : (
        <ul className="plain-list problem-text" role="status">
          {editor.diagnostics.map((diagnostic) => (
            <li key={`${diagnostic.code} ${diagnostic.line}:${diagnostic.column}`}>
              {text('code.place', { line: diagnostic.line, column: diagnostic.column })} {say(diagnostic)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
