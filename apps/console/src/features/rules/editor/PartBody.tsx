import type { TraceStep } from '@redoubt/contracts';
import {
  type SymbolTable,
  type Definition,
  type Diagnostic,
  FqlEditor,
  type FqlEditorHandle,
  type Renaming,
  type RuleSource,
  variablesBefore,
  type VisualReading,
} from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { conditionExample, useAssessment } from '../../../shared/assessments/assessment.ts';
import { lineChangesOf } from '../../../shared/authoring/diff/line-changes.ts';
import type { PartDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import { lineValuesOf } from '../../../shared/authoring/evaluation/chips.ts';
import { CONDITION, type PartId } from '../../../shared/authoring/text/rule-text.ts';
import type { PartView } from '../visual/PartViewSwitch.tsx';
import { writePart } from '../visual/read-part.ts';
import { UnsupportedInVisual } from '../visual/UnsupportedInVisual.tsx';
import { VisualView } from '../visual/VisualView.tsx';

export type PartBodyProps = {
  readonly part: PartId;
  readonly label: string;
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  readonly firstLine: number;
  /** How the text reads as rows, where rows were asked for. */
  readonly reading: VisualReading | null;
  readonly view: PartView;
  /** Problems of this part. */
  readonly diagnostics: readonly Diagnostic[];
  readonly step: TraceStep | null;
  readonly difference: PartDiff | null;
  readonly readOnly: boolean;
  readonly handle: (handle: FqlEditorHandle | null) => void;
  readonly onCode: (code: string) => void;
  readonly onVariableRename: (renaming: Renaming) => void;
  readonly onDefinition: (definition: Definition) => boolean;
  /** Puts the cursor at an offset of the code. */
  readonly onShow: (offset: number) => void;
  readonly onLeave: (direction: 'up' | 'down') => boolean;
  readonly onSubmit: () => void;
};

/** What stands in an empty clause. */
const PLACEHOLDERS = {
  decision: 'editor.clausePlaceholder',
  action: 'editor.actionPlaceholder',
  routing: 'routing.placeholder',
} as const;

const NO_VALUES: TraceStep['values'] = [];

/** The text of a part: rows where they were asked for and it fits them, else code. */
export const PartBody = (props: PartBodyProps) => {
  const { part, source, symbols, step, difference, readOnly, reading } = props;
  const text = useText('rules');
  const example = conditionExample(useAssessment());
  const values = useMemo(() => (step === null ? [] : lineValuesOf(step)), [step]);
  const changes = useMemo(() => (difference === null ? undefined : lineChangesOf(difference)), [difference]);
  const isCondition = part === CONDITION;
  if (props.view === 'visual' && reading?.fits)
    return (
      <VisualView
        ref={props.handle}
        reading={reading}
        isRouting={source.kind === 'routing'}
        isCondition={isCondition}
        label={props.label}
        symbols={symbols}
        variables={variablesBefore(source, part).map(({ name }) => name)}
        diagnostics={props.diagnostics}
        values={step?.values ?? NO_VALUES}
        readOnly={readOnly}
        onChange={(clause) => props.onCode(writePart(source, part, clause))}
      />
    );
  return (
    <>
      {reading === null || reading.fits ? null : <UnsupportedInVisual reading={reading} onShow={props.onShow} />}
      <FqlEditor
        ref={props.handle}
        rule={source}
        part={part}
        symbols={symbols}
        label={props.label}
        firstLine={props.firstLine}
        readOnly={readOnly}
        placeholder={
          readOnly
            ? ''
            : isCondition
              ? text('editor.conditionPlaceholder', { example })
              : text(PLACEHOLDERS[source.kind === 'action' || source.kind === 'routing' ? source.kind : 'decision'])
        }
        diagnostics={props.diagnostics}
        values={values}
        {...(changes ? { changes } : {})}
        onChange={props.onCode}
        onRename={props.onVariableRename}
        onDefinition={props.onDefinition}
        onSubmit={props.onSubmit}
        onLeave={props.onLeave}
      />
    </>
  );
};
