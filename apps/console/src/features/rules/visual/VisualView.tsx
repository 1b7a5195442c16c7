import { AddRegular } from '@fluentui/react-icons';
import type { TraceStep } from '@redoubt/contracts';
import {
  type SymbolTable,
  type Diagnostic,
  type FqlEditorHandle,
  useDiagnosticText,
  type VisualClause,
  type VisualReading,
  type VisualRow,
} from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { type Ref, useId, useImperativeHandle, useRef } from 'react';
import { DecisionFields } from './DecisionFields.tsx';
import { QueueField } from './QueueField.tsx';
import { OutputFields } from './OutputFields.tsx';
import { rowValues } from './row-values.ts';
import { addRow, changeRow, removeRow } from './visual-edit.ts';
import { referenceOf } from './visual-subject.ts';
import { VisualRowView } from './VisualRowView.tsx';
import styles from './visual.module.css';

export type VisualViewProps = {
  /** How the text reads as rows; its spans are those of the text on screen. */
  readonly reading: Extract<VisualReading, { readonly fits: true }>;
  /** Whether it belongs to a rule that routes cases, and decides nothing. */
  readonly isRouting: boolean;
  /** A condition decides nothing. */
  readonly isCondition: boolean;
  readonly label: string;
  readonly symbols: SymbolTable;
  /** Names of variables that may be used, with their sign. */
  readonly variables: readonly string[];
  /** Problems of this text. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the evaluation found in this text. */
  readonly values: TraceStep['values'];
  readonly readOnly: boolean;
  readonly onChange: (clause: VisualClause) => void;
  readonly ref?: Ref<FqlEditorHandle>;
};

const FIELD = 'input:not([readonly]), select:not([disabled])';

const isMissing = (row: VisualRow): 'visual.missingAttribute' | 'visual.missingValue' | null => {
  const asked = referenceOf(row.subject);
  if (asked.kind === 'attribute' && asked.path === '') return 'visual.missingAttribute';
  return row.value.kind === 'missing' ? 'visual.missingValue' : null;
};

/** A condition or clause as rows one fills in; each change writes the text anew. */
export const VisualView = (props: VisualViewProps) => {
  const { reading, symbols, diagnostics, readOnly, onChange } = props;
  const { clause, spans } = reading;
  const text = useText('rules');
  const say = useDiagnosticText();
  const subjects = useId();
  const box = useRef<HTMLDivElement>(null);
  const focusOn = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus();
  const later = (selector: string) => void requestAnimationFrame(() => focusOn(selector));
  useImperativeHandle(
    props.ref,
    () => ({
      focus: (offset) => {
        const at = offset === undefined ? -1 : spans.findIndex(({ from, to }) => from <= offset && offset <= to);
        focusOn(at === -1 ? FIELD : `[data-row="${at}"] input`);
      },
      format: () => true,
    }),
    [spans],
  );
  const problemOf = (row: VisualRow, index: number): string | null => {
    const missing = isMissing(row);
    if (missing) return text(missing);
    const span = spans[index];
    const found = diagnostics.filter(
      ({ from, to, severity }) => span && severity !== 'hint' && from < span.to && to > span.from,
    );
    const worst = found.find(({ severity }) => severity === 'error') ?? found[0];
    return worst ? say(worst) : null;
  };
  const add = () => {
    onChange(addRow(clause));
    later(`[data-row="${clause.rows.length}"] input`);
  };
  return (
    <div ref={box} className={styles.view} role="group" aria-label={props.label}>
      {props.isRouting && !props.isCondition ? (
        <QueueField clause={clause} queues={symbols.queues ?? []} readOnly={readOnly} onChange={onChange} />
      ) : props.isCondition && clause.decision === null && clause.outputs.length === 0 ? null : (
        <>
          <DecisionFields clause={clause} readOnly={readOnly} onChange={onChange} />
          <OutputFields clause={clause} subjects={subjects} readOnly={readOnly} onChange={onChange} />
        </>
      )}
      {clause.rows.length === 0 ? (
        <p className="muted">{text(clause.never ? 'visual.never' : 'visual.noRows')}</p>
      ) : (
        <ul className="plain-list">
          {clause.rows.map((row, index) => {
            const span = spans[index];
            return (
              <VisualRowView
                // Rows have no names of their own; what a field holds while it is typed in goes with its place.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                row={row}
                index={index}
                symbols={symbols}
                subjects={subjects}
                problem={problemOf(row, index)}
                values={span ? rowValues(props.values, span) : []}
                readOnly={readOnly}
                onChange={(next) => onChange(changeRow(clause, index, next))}
                onRemove={() => {
                  onChange(removeRow(clause, index));
                  later(`[data-row="${Math.max(index - 1, 0)}"] input, [data-add] button`);
                }}
                onEnter={() => (index === clause.rows.length - 1 ? add() : focusOn(`[data-row="${index + 1}"] input`))}
              />
            );
          })}
        </ul>
      )}
      <datalist id={subjects}>
        {props.variables.map((name) => (
          <option key={name} value={name} />
        ))}
        {symbols.attributes
          .filter(({ type }) => type !== 'object' && type !== 'array')
          .map(({ path, example }) => (
            <option key={path} value={path} label={example === undefined ? undefined : `${path}: ${example}`} />
          ))}
      </datalist>
      {readOnly ? null : (
        <div className={styles.add} data-add="">
          <CommandButton command={{ id: 'addRow', text: text('visual.add'), icon: AddRegular, onSelect: add }} />
        </div>
      )}
    </div>
  );
};
