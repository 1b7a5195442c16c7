import type { Clause, TraceStep } from '@redoubt/contracts';
import type { SymbolTable, Definition, Diagnostic, FqlEditorHandle, Renaming, RuleSource } from '@redoubt/fql-editor';
import type { ClauseSection } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, decisionTone, joinClasses } from '@redoubt/ui';
import { useMemo, useState } from 'react';
import { changedLinesOf, type PartDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import type { PartOutcome } from '../evaluation/part-outcome.ts';
import { codeOf, type PartId } from '../../../shared/authoring/text/rule-text.ts';
import { type PartView, PartViewSwitch } from '../visual/PartViewSwitch.tsx';
import { readPart } from '../visual/read-part.ts';
import { ClauseName } from './ClauseName.tsx';
import { ClauseTools } from '../../../shared/authoring/editor/ClauseTools.tsx';
import { DragHandle } from './DragHandle.tsx';
import styles from '../../../shared/authoring/editor/editor.module.css';
import { OutcomeText } from './OutcomeText.tsx';
import { PartBody } from './PartBody.tsx';
import type { ClauseDrag } from './use-clause-drag.ts';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

export type PartSectionProps = {
  readonly part: PartId;
  readonly name: string;
  /** Number of the clause from 1; null for the condition. */
  readonly index: number | null;
  readonly clauses: readonly Clause[];
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  readonly firstLine: number;
  /** Problems of the whole rule. */
  readonly diagnostics: readonly Diagnostic[];
  readonly step: TraceStep | null;
  readonly outcome: PartOutcome | null;
  readonly difference: PartDiff | null;
  /** The section it stands in; the first for the condition. */
  readonly section: ClauseSection;
  /** Where a step up or down takes the clause; null where there is nowhere to go. */
  readonly above: ClauseSection | null;
  readonly below: ClauseSection | null;
  /** Takes part in dragging clauses; absent where nothing can be dragged. */
  readonly drag?: ClauseDrag | undefined;
  readonly readOnly: boolean;
  readonly handle: (handle: FqlEditorHandle | null) => void;
  /** A new text, and the view it was written in. */
  readonly onCode: (code: string, view: PartView) => void;
  readonly onVariableRename: (renaming: Renaming) => void;
  readonly onDefinition: (definition: Definition) => boolean;
  readonly onRename: (name: string) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  /** Puts the cursor at an offset of the code. */
  readonly onShow: (offset: number) => void;
  readonly onLeave: (direction: 'up' | 'down') => boolean;
  readonly onSubmit: () => void;
};

/** The condition or one clause: its heading with what became of it, and its text as code or as rows. */
export const PartSection = (props: PartSectionProps) => {
  const { part, name, index, clauses, diagnostics, outcome, difference, drag, readOnly } = props;
  const text = useText('rules');
  const own = useMemo(() => diagnostics.filter((diagnostic) => diagnostic.part === part), [diagnostics, part]);
  const [asked, setAsked] = useState<PartView | null>(null);
  const kept = clauses.find(({ id }) => id === part)?.view ?? 'code';
  const otherSection = (section: ClauseSection | null): string | undefined =>
    section !== null && section !== props.section ? text(`sections.${section}`) : undefined;
  const wanted = asked ?? kept;
  const code = codeOf(props.source, part);
  const reading = useMemo(
    () => (wanted === 'visual' ? readPart(props.source, part, code) : null),
    [wanted, props.source, part, code],
  );
  const marked = difference !== null && difference.kind !== 'same';
  const view: PartView = reading?.fits && !marked ? 'visual' : 'code';
  const changedLines = difference === null || difference.kind === 'same' ? 0 : changedLinesOf(difference);
  const tone = outcome?.kind === 'decides' ? decisionTone(outcome.decision) : undefined;
  const clauseText = useClauseText();
  const shown = index === null ? name : clauseText(name);
  const title = index === null ? shown : `${index} ${shown}`;
  return (
    <section
      className={joinClasses(styles.part, tone && styles.deciding)}
      data-tone={tone}
      data-part={part}
      data-dragging={drag?.dragged || undefined}
      data-drop={drag?.drop ?? undefined}
      aria-label={title}
      onDragOver={drag?.onOver}
      onDrop={drag?.onDrop}
    >
      <div className={styles.partHead}>
        {index === null ? (
          <>
            <h2 className="fs-13 lh-20 overflow-hidden ellipsis">{name}</h2>
            <span className="soft overflow-hidden ellipsis">{text('editor.conditionNote')}</span>
          </>
        ) : (
          <>
            {drag ? <DragHandle drag={drag} name={shown} /> : null}
            <span className={styles.partNumber}>{index}</span>
            <ClauseName
              id={part}
              name={name}
              index={index}
              clauses={clauses}
              readOnly={readOnly}
              onRename={props.onRename}
            />
          </>
        )}
        <div className={styles.partEnd}>
          {changedLines > 0 ? (
            <Chip>
              {difference?.kind === 'added'
                ? text('editor.partNew')
                : text('editor.linesChanged', { count: changedLines })}
            </Chip>
          ) : null}
          <OutcomeText outcome={outcome} />
          {props.source.kind === 'action' ? null : <PartViewSwitch part={title} view={view} onView={setAsked} />}
          {readOnly ? null : index === null ? (
            <span className={styles.tools} />
          ) : (
            <ClauseTools
              name={shown}
              first={props.above === null}
              last={props.below === null}
              sectionAbove={otherSection(props.above)}
              sectionBelow={otherSection(props.below)}
              only={clauses.length === 1}
              onMove={props.onMove}
              onRemove={props.onRemove}
            />
          )}
        </div>
      </div>
      <PartBody
        {...props}
        label={text('editor.codeLabel', { part: title })}
        reading={reading}
        view={view}
        diagnostics={own}
        onCode={(next) => {
          // Code that does not fit yet must not turn into rows while it is typed.
          if (view === 'code' && asked === 'visual') setAsked('code');
          props.onCode(next, view);
        }}
      />
    </section>
  );
};
