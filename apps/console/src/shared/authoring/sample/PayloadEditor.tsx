import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { parseJson } from './json-place.ts';
import styles from './sample.module.css';

export type PayloadEditorProps = {
  readonly sample: unknown;
  readonly readOnly: boolean;
  readonly onChange: (sample: unknown) => void;
  readonly onBroken: (broken: boolean) => void;
};

const written = (sample: unknown): string => JSON.stringify(sample, null, 2);

/** The whole payload as JSON. What is typed becomes the sample as soon as it is an object; else its error place is said. */
export const PayloadEditor = ({ sample, readOnly, onChange, onBroken }: PayloadEditorProps) => {
  const text = useText('rules');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const given = useRef(sample);
  const [typed, setTyped] = useState(() => written(sample));
  useEffect(() => {
    if (given.current === sample) return;
    given.current = sample;
    setTyped(written(sample));
  }, [sample]);
  const { value, problem } = parseJson(typed);
  const isObject = problem === null && typeof value === 'object' && value !== null && !Array.isArray(value);
  const goToProblem = () => {
    if (!problem || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(problem.offset, Math.min(problem.offset + 1, typed.length));
  };
  const edit = (next: string) => {
    setTyped(next);
    const parsed = parseJson(next);
    const good =
      parsed.problem === null &&
      typeof parsed.value === 'object' &&
      parsed.value !== null &&
      !Array.isArray(parsed.value);
    onBroken(!good);
    if (!good) return;
    given.current = parsed.value;
    onChange(parsed.value);
  };
  return (
    <div>
      <textarea
        ref={field}
        className={styles.json}
        aria-label={text('sample.payloadLabel')}
        aria-invalid={!isObject}
        aria-describedby={`${id}-problem`}
        spellCheck={false}
        readOnly={readOnly}
        rows={Math.min(Math.max(typed.split('\n').length, 6), 18)}
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
          text('sample.jsonNotObject')
        )}
      </div>
    </div>
  );
};
