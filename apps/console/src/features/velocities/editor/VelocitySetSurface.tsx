import { AddRegular, LibraryRegular } from '@fluentui/react-icons';
import type { VelocityEvaluation } from '@redoubt/contracts';
import type { SymbolTable, Diagnostic, RuleSource } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useMemo } from 'react';
import type { PartDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import frame from '../../../shared/authoring/editor/editor.module.css';
import type { EditorFocus } from '../../../shared/authoring/editor/use-editor-focus.ts';
import { moveClause } from '../../../shared/authoring/text/clause-places.ts';
import { codeOf, CONDITION, partLines, removeClause, type PartId } from '../../../shared/authoring/text/rule-text.ts';
import { addVelocity, withCode, type EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { blankCode } from '../text/new-velocity-set.ts';
import { VelocitySection } from './VelocitySection.tsx';

/** Velocities a set may have (`docs/reference/limits.md`). */
export const MAX_VELOCITIES = 10;

export type VelocitySetSurfaceProps = {
  readonly text: EditedVelocitySet;
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  readonly diagnostics: readonly Diagnostic[];
  readonly evaluation: VelocityEvaluation['result'];
  /** The text the evaluation belongs to: parts that changed since show nothing of it. */
  readonly evaluatedText: EditedVelocitySet | null;
  readonly differences: readonly PartDiff[];
  readonly readOnly: boolean;
  readonly focus: EditorFocus;
  /** Names that are in use in the environment. */
  readonly taken: readonly string[];
  readonly onChange: (text: EditedVelocitySet) => void;
  readonly onTemplates: () => void;
  readonly onSubmit: () => void;
};

/** Condition and velocities as one surface with continuous line numbers. */
export const VelocitySetSurface = (props: VelocitySetSurfaceProps) => {
  const { text: setText, evaluation, evaluatedText, differences, readOnly, focus, onChange } = props;
  const text = useText('velocities');
  const lines = useMemo(() => partLines(setText), [setText]);
  const parts = [{ id: CONDITION, name: '' }, ...setText.clauses];
  const isCurrent = (id: PartId): boolean =>
    evaluatedText !== null && codeOf(evaluatedText, id) === codeOf(setText, id);
  const full = setText.clauses.length >= MAX_VELOCITIES ? text('editor.full', { max: MAX_VELOCITIES }) : undefined;
  const add = () => {
    const id = crypto.randomUUID();
    const names = [...props.taken, ...setText.clauses.map(({ name }) => name)];
    onChange(addVelocity(setText, id, blankCode(names)));
    focus.later(id);
  };
  return (
    <div className="pb-2">
      {parts.map(({ id, name }, index) => (
        <VelocitySection
          key={id}
          part={id}
          name={name}
          index={id === CONDITION ? null : index}
          count={setText.clauses.length}
          source={props.source}
          symbols={props.symbols}
          firstLine={lines[index]?.firstLine ?? 1}
          diagnostics={props.diagnostics}
          step={isCurrent(id) ? (evaluation?.steps.find(({ part }) => part === id) ?? null) : null}
          result={isCurrent(id) ? (evaluation?.velocities.find((velocity) => velocity.id === id) ?? null) : null}
          difference={differences.find(({ part }) => part === id) ?? null}
          readOnly={readOnly}
          handle={focus.handleOf(id)}
          onCode={(code) => onChange(withCode(setText, id, code))}
          onMove={(by) => {
            onChange({ ...setText, ...moveClause(setText, id, by) });
            focus.later(id);
          }}
          onRemove={() => {
            onChange({ ...setText, ...removeClause(setText, id) });
            focus.later(parts[index - 1]?.id ?? CONDITION);
          }}
          onLeave={(direction) => focus.go(parts[index + (direction === 'up' ? -1 : 1)]?.id, direction)}
          onSubmit={props.onSubmit}
        />
      ))}
      {readOnly ? null : (
        <div className="flex middle gap-3 min-h-40 px-2">
          <CommandButton
            command={{ id: 'add', text: text('editor.add'), icon: AddRegular, onSelect: add, disabledReason: full }}
          />
          <CommandButton
            command={{
              id: 'template',
              text: text('editor.addTemplate'),
              icon: LibraryRegular,
              onSelect: props.onTemplates,
              disabledReason: full,
            }}
          />
          <span className={frame.hint}>{text('editor.windowHint')}</span>
        </div>
      )}
    </div>
  );
};
