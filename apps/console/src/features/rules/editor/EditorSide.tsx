import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { Decision } from '@redoubt/domain';
import { AssumedDecision } from '../evaluation/AssumedDecision.tsx';
import { EvaluationPane } from '../evaluation/EvaluationPane.tsx';
import { EditingHistory } from '../../../shared/authoring/editing/EditingHistory.tsx';
import type { Editing } from '../../../shared/authoring/editing/use-editing.ts';
import type { LiveEvaluation } from '../../../shared/authoring/evaluation/use-evaluation.ts';
import { SamplePane } from '../../../shared/authoring/sample/SamplePane.tsx';
import { scoresInReach } from '../../../shared/authoring/text/clause-places.ts';
import type { PartId } from '../../../shared/authoring/text/rule-text.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';

export type EditorSideProps = {
  readonly rule: RuleDetail;
  readonly editing: Editing<RuleDetail, RuleText>;
  /** Attribute paths the rule reads. */
  readonly used: readonly string[];
  readonly originalSample: unknown;
  readonly evaluation: LiveEvaluation;
  /** What an action finds decided. */
  readonly decision: Decision;
  readonly onDecision: (decision: Decision) => void;
  /** Why nothing can be evaluated now, in words. */
  readonly blocked: string | null;
  readonly picking: boolean;
  readonly onPick: (picking: boolean) => void;
  readonly onSample: (sample: unknown) => void;
  readonly onSampleBroken: (broken: boolean) => void;
  readonly onGoTo: (part: PartId, offset?: number) => void;
};

/** What the rule reads, and the scores its clauses may read: where events carry them, the sample does too. */
const usedOf = ({ assessment, type }: RuleDetail, text: RuleText, used: readonly string[]): readonly string[] => {
  const known = new Set(used.map((path) => path.toLowerCase()));
  const scores = type === 'decision' ? scoresInReach(assessment, text) : [];
  return [...used, ...scores.filter((score) => !known.has(score.toLowerCase()))];
};

/** Beside the code: sample and evaluation, or the versions of the rule. */
export const EditorSide = (props: EditorSideProps) => {
  const { rule, editing } = props;
  const { shown } = editing;
  return (
    <div className={styles.side}>
      {editing.view.open ? (
        <EditingHistory editing={editing} />
      ) : (
        <>
          <SamplePane
            sample={shown.text.samplePayload}
            original={props.originalSample}
            used={usedOf(rule, shown.text, props.used)}
            readOnly={editing.readOnly}
            onChange={props.onSample}
            onBroken={props.onSampleBroken}
            picking={props.picking}
            onPick={props.onPick}
          />
          <EvaluationPane
            evaluation={props.evaluation}
            text={shown.text}
            type={rule.type}
            assumed={
              rule.type === 'action' ? <AssumedDecision decision={props.decision} onChange={props.onDecision} /> : null
            }
            blocked={props.blocked}
            onGoTo={props.onGoTo}
          />
        </>
      )}
    </div>
  );
};
