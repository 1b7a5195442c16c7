import type { TraceStep, VelocityEvaluation } from '@redoubt/contracts';
import {
  type SymbolTable,
  type Diagnostic,
  FqlEditor,
  type FqlEditorHandle,
  type RuleSource,
} from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import { useMemo } from 'react';
import { lineChangesOf } from '../../../shared/authoring/diff/line-changes.ts';
import { changedLinesOf, type PartDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import { ClauseTools } from '../../../shared/authoring/editor/ClauseTools.tsx';
import frame from '../../../shared/authoring/editor/editor.module.css';
import { lineValuesOf, shortValue } from '../../../shared/authoring/evaluation/chips.ts';
import type { PartId } from '../../../shared/authoring/text/rule-text.ts';
import styles from './velocity-set.module.css';

export type VelocityResult = NonNullable<VelocityEvaluation['result']>['velocities'][number];

export type VelocitySectionProps = {
  readonly part: PartId;
  /** What the velocity calls itself; empty while it has no name. */
  readonly name: string;
  /** Number of the velocity from 1; null for the condition of the set. */
  readonly index: number | null;
  readonly count: number;
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  readonly firstLine: number;
  /** Problems of the whole set. */
  readonly diagnostics: readonly Diagnostic[];
  readonly step: TraceStep | null;
  readonly result: VelocityResult | null;
  readonly difference: PartDiff | null;
  readonly readOnly: boolean;
  readonly handle: (handle: FqlEditorHandle | null) => void;
  readonly onCode: (code: string) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onLeave: (direction: 'up' | 'down') => boolean;
  readonly onSubmit: () => void;
};

/** The condition of a set or one velocity: its name, what the sample adds, and its code. */
export const VelocitySection = (props: VelocitySectionProps) => {
  const { part, index, diagnostics, step, result, difference, readOnly } = props;
  const text = useText('velocities');
  const rules = useText('rules');
  const own = useMemo(() => diagnostics.filter((diagnostic) => diagnostic.part === part), [diagnostics, part]);
  const values = useMemo(() => (step === null ? [] : lineValuesOf(step)), [step]);
  const changes = useMemo(() => (difference === null ? undefined : lineChangesOf(difference)), [difference]);
  const changedLines = difference === null || difference.kind === 'same' ? 0 : changedLinesOf(difference);
  const name = index === null ? text('editor.condition') : props.name === '' ? text('unnamed') : props.name;
  const title = index === null ? name : `${index} ${name}`;
  return (
    <section className={frame.part} data-part={part} aria-label={title}>
      <div className={frame.partHead}>
        {index === null ? null : <span className={frame.partNumber}>{index}</span>}
        <h2 className="fs-13 lh-20 overflow-hidden ellipsis">{name}</h2>
        {index === null ? <span className="soft overflow-hidden ellipsis">{text('editor.conditionNote')}</span> : null}
        <div className={frame.partEnd}>
          {changedLines > 0 ? (
            <Chip>
              {difference?.kind === 'added'
                ? rules('editor.partNew')
                : rules('editor.linesChanged', { count: changedLines })}
            </Chip>
          ) : null}
          {result ? (
            <span className={styles.outcome}>
              {result.outcome === 'adds'
                ? text('outcome.addsTo', { value: shortValue(result.value), key: shortValue(result.key) })
                : text(`outcome.${result.outcome}`)}
            </span>
          ) : null}
          {readOnly || index === null ? null : (
            <ClauseTools
              name={name}
              first={index === 1}
              last={index === props.count}
              only={props.count === 1}
              onlyNote={text('editor.onlyOne')}
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
        symbols={props.symbols}
        label={rules('editor.codeLabel', { part: title })}
        firstLine={props.firstLine}
        readOnly={readOnly}
        placeholder={readOnly ? '' : text(index === null ? 'editor.conditionPlaceholder' : 'editor.placeholder')}
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
