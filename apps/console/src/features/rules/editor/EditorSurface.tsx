import { AddRegular } from '@fluentui/react-icons';
import type { Clause, Evaluation, RuleText } from '@redoubt/contracts';
import type { SymbolTable, Definition, Diagnostic, Renaming, RuleSource } from '@redoubt/fql-editor';
import { placedIn, sectionOf, type ClauseSection } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { type ReactNode, useMemo } from 'react';
import { useAssessment } from '../../../shared/assessments/assessment.ts';
import type { PartDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import { outcomeOf, stepOf } from '../evaluation/part-outcome.ts';
import { moveClause, sectionAfterMove, sectionsOfRule } from '../../../shared/authoring/text/clause-places.ts';
import {
  addClause,
  codeOf,
  CONDITION,
  freeClauseName,
  type PartId,
  partLines,
  removeClause,
  renameClause,
  withCode,
  withView,
} from '../../../shared/authoring/text/rule-text.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';
import { PartSection } from './PartSection.tsx';
import { SectionHead } from './SectionHead.tsx';
import { useClauseDrag } from './use-clause-drag.ts';
import type { EditorFocus } from '../../../shared/authoring/editor/use-editor-focus.ts';

export type EditorSurfaceProps = {
  readonly text: RuleText;
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
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
  const { text: ruleText, source, symbols, diagnostics, evaluation, differences, readOnly, focus, onChange } = props;
  const text = useText('rules');
  const lines = useMemo(() => partLines(ruleText), [ruleText]);
  const parts = [{ id: CONDITION, name: text('editor.condition') }, ...ruleText.clauses];
  const sections = sectionsOfRule(useAssessment(), source.kind === 'decision' ? 'decision' : 'action');
  const drag = useClauseDrag(ruleText, onChange);
  const canDrag = !readOnly && (ruleText.clauses.length > 1 || sections.length > 1);
  const { evaluatedText } = props;
  const evaluationOf = (id: PartId): Evaluation | null =>
    evaluatedText === null || codeOf(evaluatedText, id) === codeOf(ruleText, id) ? evaluation : null;
  const add = (section: ClauseSection) => {
    const id = crypto.randomUUID();
    const name = freeClauseName(ruleText.clauses, (index) => text('editor.newClauseName', { index }));
    onChange(addClause(ruleText, placedIn<Clause>({ id, name, code: '' }, section)));
    focus.later(id);
  };
  const partOf = ({ id, name }: { readonly id: PartId; readonly name: string }, index: number) => {
    const isCondition = id === CONDITION;
    const move = (by: -1 | 1) => {
      onChange(moveClause(ruleText, id, by, sections));
      focus.later(id);
    };
    return (
      <PartSection
        key={id}
        part={id}
        name={name}
        index={isCondition ? null : index}
        clauses={ruleText.clauses}
        source={source}
        symbols={symbols}
        firstLine={lines[index]?.firstLine ?? 1}
        diagnostics={diagnostics}
        step={stepOf(evaluationOf(id), id)}
        outcome={outcomeOf(evaluationOf(id), id)}
        difference={differences.find(({ part }) => part === id) ?? null}
        section={sectionOf(ruleText.clauses[index - 1] ?? {})}
        above={sectionAfterMove(ruleText, id, -1, sections)}
        below={sectionAfterMove(ruleText, id, 1, sections)}
        drag={isCondition || !canDrag ? undefined : drag.ofClause(id)}
        readOnly={readOnly}
        handle={focus.handleOf(id)}
        onCode={(code, view) => onChange(withView(withCode(ruleText, id, code), id, view))}
        onVariableRename={props.onVariableRename}
        onDefinition={props.onDefinition}
        onShow={(offset) => void focus.at(id, offset)}
        onRename={(next) => onChange(renameClause(ruleText, id, next))}
        onMove={move}
        onRemove={() => {
          onChange(removeClause(ruleText, id));
          focus.later(parts[index - 1]?.id ?? CONDITION);
        }}
        onLeave={(direction) => focus.go(parts[index + (direction === 'up' ? -1 : 1)]?.id, direction)}
        onSubmit={props.onSubmit}
      />
    );
  };
  const addRow = (section: ClauseSection, command: string, hint: ReactNode) => (
    <div key={`add ${section}`} className="flex middle gap-3 min-h-40 px-2">
      <CommandButton
        command={{ id: `add ${section}`, text: command, icon: AddRegular, onSelect: () => add(section) }}
      />
      {hint}
    </div>
  );
  // Heads, parts and rows are neighbours: a clause that changes its section keeps its editor.
  const inSection = (section: ClauseSection) => {
    const clauses = ruleText.clauses.filter((clause) => sectionOf(clause) === section);
    const target = canDrag ? drag.ofSection(section) : null;
    return [
      <SectionHead key={section} section={section} count={clauses.length} target={target} />,
      ...clauses.map((clause) =>
        partOf(
          clause,
          parts.findIndex(({ id }) => id === clause.id),
        ),
      ),
      readOnly ? null : addRow(section, text('sections.add', { section: text(`sections.${section}`) }), null),
    ];
  };
  const hint = <span className={styles.hint}>{text('editor.helpText')}</span>;
  return (
    <div className="pb-2">
      {parts.slice(0, 1).map(partOf)}
      {sections.length > 1
        ? sections.flatMap(inSection)
        : ruleText.clauses.map((clause, index) => partOf(clause, index + 1))}
      {readOnly ? null : sections.length > 1 ? (
        <div className="flex middle gap-3 min-h-40 px-2">{hint}</div>
      ) : (
        addRow('prior', text('editor.addClause'), hint)
      )}
    </div>
  );
};
