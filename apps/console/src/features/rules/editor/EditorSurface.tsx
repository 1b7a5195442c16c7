import { AddRegular } from '@fluentui/react-icons';
import type { Evaluation, RuleText } from '@redoubt/contracts';
import type { Catalogue, Definition, Diagnostic, Renaming, RuleSource } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useMemo } from 'react';
import type { PartDiff } from '../diff/rule-diff.ts';
import { outcomeOf, stepOf } from '../evaluation/part-outcome.ts';
import {
  addClause,
  codeOf,
  CONDITION,
  freeClauseName,
  moveClause,
  type PartId,
  partLines,
  removeClause,
  renameClause,
  withCode,
  withView,
} from '../text/rule-text.ts';
import styles from './editor.module.css';
import { PartSection } from './PartSection.tsx';
import type { EditorFocus } from './use-editor-focus.ts';

export type EditorSurfaceProps = {
  readonly text: RuleText;
  readonly source: RuleSource;
  readonly catalogue: Catalogue;
  readonly diagnostics: readonly Diagnostic[];
  /** The newest evaluation; null before the first. */
  readonly evaluation: Evaluation | null;
  /** The text it belongs to, where that is not the text on screen: parts that changed since show nothing of it. */
  readonly evaluatedText: RuleText | null;
  /** Differences to mark; empty where nothing is compared. */
  readonly differences: readonly PartDiff[];
  readonly readOnly: boolean;
  readonly focus: EditorFocus;
  readonly onChange: (text: RuleText) => void;
  readonly onVariableRename: (renaming: Renaming) => void;
  readonly onDefinition: (definition: Definition) => boolean;
  readonly onSubmit: () => void;
};

/** Condition and clauses as one surface with continuous line numbers. */
export const EditorSurface = (props: EditorSurfaceProps) => {
  const { text: ruleText, source, catalogue, diagnostics, evaluation, differences, readOnly, focus, onChange } = props;
  const text = useText('rules');
  const lines = useMemo(() => partLines(ruleText), [ruleText]);
  const parts = [{ id: CONDITION, name: text('editor.condition') }, ...ruleText.clauses];
  const { evaluatedText } = props;
  const evaluationOf = (id: PartId): Evaluation | null =>
    evaluatedText === null || codeOf(evaluatedText, id) === codeOf(ruleText, id) ? evaluation : null;
  const add = () => {
    const id = crypto.randomUUID();
    const name = freeClauseName(ruleText.clauses, (index) => text('editor.newClauseName', { index }));
    onChange(addClause(ruleText, { id, name, code: '' }));
    focus.later(id);
  };
  return (
    <div className={styles.surface}>
      {parts.map(({ id, name }, index) => {
        const isCondition = id === CONDITION;
        return (
          <PartSection
            key={id}
            part={id}
            name={name}
            index={isCondition ? null : index}
            clauses={ruleText.clauses}
            source={source}
            catalogue={catalogue}
            firstLine={lines[index]?.firstLine ?? 1}
            diagnostics={diagnostics}
            step={stepOf(evaluationOf(id), id)}
            outcome={outcomeOf(evaluationOf(id), id)}
            difference={differences.find(({ part }) => part === id) ?? null}
            readOnly={readOnly}
            handle={focus.handleOf(id)}
            onCode={(code, view) => onChange(withView(withCode(ruleText, id, code), id, view))}
            onVariableRename={props.onVariableRename}
            onDefinition={props.onDefinition}
            onShow={(offset) => void focus.at(id, offset)}
            onRename={(next) => onChange(renameClause(ruleText, id, next))}
            onMove={(by) => {
              onChange(moveClause(ruleText, id, by));
              focus.later(id);
            }}
            onRemove={() => {
              onChange(removeClause(ruleText, id));
              focus.later(parts[index - 1]?.id ?? CONDITION);
            }}
            onLeave={(direction) => focus.go(parts[index + (direction === 'up' ? -1 : 1)]?.id, direction)}
            onSubmit={props.onSubmit}
          />
        );
      })}
      {readOnly ? null : (
        <div className={styles.addRow}>
          <CommandButton command={{ id: 'add', text: text('editor.addClause'), icon: AddRegular, onSelect: add }} />
          <span className={styles.hint}>{text('editor.helpText')}</span>
        </div>
      )}
    </div>
  );
};
