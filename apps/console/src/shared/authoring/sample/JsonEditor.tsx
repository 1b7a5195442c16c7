import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { parseJson } from './json-place.ts';
import styles from './sample.module.css';

export type JsonEditorProps = {
  /** An object; another one takes the place of what is typed. */
  readonly value: unknown;
  readonly label: string;
  /** Said where the text is JSON and no object. */
  readonly notObject: string;
  readonly mostRows?: number;
  readonly readOnly: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onBroken: (broken: boolean) => void;
};

const written = (value: unknown): string => JSON.stringify(value, null, 2);

const isObjectIn = ({ value, problem }: ReturnType<typeof parseJson>): boolean =>
  problem === null && typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object as JSON. What is typed becomes the value as soon as it is an object; else its error place is said. */
export const JsonEditor = (props: JsonEditorProps) => {
  const { value, label, notObject, mostRows = 18, readOnly, onChange, onBroken } = props;
  const text = useText('rules');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const given = useRef(value);
  const [typed, setTyped] = useState(() => written(value));
  useEffect(() => {
    if (given.current === value) return;
    given.current = value;
    setTyped(written(value));
  }, [value]);
  const parsed = parseJson(typed);
  const { problem } = parsed;
  const isObject = isObjectIn(parsed);
  const goToProblem = () => {
    if (!problem || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(problem.offset, Math.min(problem.offset + 1, typed.length));
  };
  const edit = (next: string) => {
    setTyped(next);
    const result = parseJson(next);
    const good = isObjectIn(result);
    onBroken(!good);
    if (!good) return;
    given.current = result.value;
    onChange(result.value);
  };
  return (
    <div>
      <textarea
        ref={field}
        className={styles.json}
        aria-label={label}
        aria-invalid={!isObject}
        aria-describedby={`${id}-problem`}
        spellCheck={false}
        readOnly={readOnly}
        rows={Math.min(Math.max(typed.split('\n').length, 6), mostRows)}
        value={typed}
        onChange={(event) => edit(event.target.value)}
      />
      <div id={`${id}-problem`} className="problem-text row-middle min-h-28" role="status">
        {problem ? (
          <>
            {text('sample.jsonProblem', { line: problem.line, column: problem.column })}
            <CommandButton command={{ id: 'go', text: text('sample.jsonGoTo'), onSelect: goToProblem }} />
          </>
        ) : isObject ? null : (
          notObject
        )}
      </div>
    </div>
  );
};
