import type { Clause, TraceStep } from '@redoubt/contracts';
import { type Catalogue, type Diagnostic, FqlEditor, type FqlEditorHandle, type RuleSource } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { Chip, decisionTone, joinClasses } from '@redoubt/ui';
import { useMemo } from 'react';
import { lineChangesOf } from '../diff/line-changes.ts';
import { changedLinesOf, type PartDiff } from '../diff/rule-diff.ts';
import { lineValuesOf } from '../evaluation/chips.ts';
import type { PartOutcome } from '../evaluation/part-outcome.ts';
import type { PartId } from '../text/rule-text.ts';
import { ClauseName } from './ClauseName.tsx';
import { ClauseTools } from './ClauseTools.tsx';
import styles from './editor.module.css';
import { OutcomeText } from './OutcomeText.tsx';

export type PartSectionProps = {
  readonly part: PartId;
  readonly name: string;
  /** Number of the clause from 1; null for the condition. */
  readonly index: number | null;
  readonly clauses: readonly Clause[];
  readonly source: RuleSource;
  readonly catalogue: Catalogue;
  readonly firstLine: number;
  /** Problems of the whole rule. */
  readonly diagnostics: readonly Diagnostic[];
  readonly step: TraceStep | null;
  readonly outcome: PartOutcome | null;
  readonly difference: PartDiff | null;
  readonly readOnly: boolean;
  readonly handle: (handle: FqlEditorHandle | null) => void;
  readonly onCode: (code: string) => void;
  readonly onRename: (name: string) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
  readonly onLeave: (direction: 'up' | 'down') => boolean;
  readonly onSubmit: () => void;
};

/** The condition or one clause: its heading with what became of it, and its code. */
export const PartSection = (props: PartSectionProps) => {
  const { part, name, index, clauses, diagnostics, step, outcome, difference, readOnly } = props;
  const text = useText('rules');
  const own = useMemo(() => diagnostics.filter((diagnostic) => diagnostic.part === part), [diagnostics, part]);
  const values = useMemo(() => (step === null ? [] : lineValuesOf(step)), [step]);
  const changes = useMemo(() => (difference === null ? undefined : lineChangesOf(difference)), [difference]);
  const changedLines = difference === null || difference.kind === 'same' ? 0 : changedLinesOf(difference);
  const tone = outcome?.kind === 'decides' ? decisionTone(outcome.decision) : undefined;
  const title = index === null ? name : `${index} ${name}`;
  return (
    <section
      className={joinClasses(styles.part, tone && styles.deciding)}
      data-tone={tone}
      data-part={part}
      aria-label={title}
    >
      <div className={styles.partHead}>
        {index === null ? (
          <>
            <h2 className={styles.partName}>{name}</h2>
            <span className={styles.partNote}>{text('editor.conditionNote')}</span>
          </>
        ) : (
          <>
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
          {readOnly ? null : index === null ? (
            <span className={styles.tools} />
          ) : (
            <ClauseTools
              name={name}
              first={index === 1}
              last={index === clauses.length}
              only={clauses.length === 1}
              onMove={props.onMove}
              onRemove={props.onRemove}
            />
          )}
        </div>
      </div>
      <FqlEditor
        ref={props.handle}
        rule={props.source}
        part={part}
        catalogue={props.catalogue}
        label={text('editor.codeLabel', { part: title })}
        firstLine={props.firstLine}
        readOnly={readOnly}
        placeholder={readOnly ? '' : text(index === null ? 'editor.conditionPlaceholder' : 'editor.clausePlaceholder')}
        diagnostics={own}
        values={values}
        {...(changes ? { changes } : {})}
        onChange={props.onCode}
        onSubmit={props.onSubmit}
        onLeave={props.onLeave}
      />
    </section>
  );
};
