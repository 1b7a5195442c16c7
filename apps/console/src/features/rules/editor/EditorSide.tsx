import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { Decision } from '@redoubt/domain';
import { AssumedDecision } from '../evaluation/AssumedDecision.tsx';
import { EvaluationPane } from '../evaluation/EvaluationPane.tsx';
import type { LiveEvaluation } from '../../../shared/authoring/evaluation/use-evaluation.ts';
import { HistoryPanel } from '../../../shared/authoring/history/HistoryPanel.tsx';
import { type HistoryView, NO_HISTORY } from '../../../shared/authoring/history/history-view.ts';
import { SamplePane } from '../../../shared/authoring/sample/SamplePane.tsx';
import { scoresInReach } from '../../../shared/authoring/text/clause-places.ts';
import type { PartId } from '../../../shared/authoring/text/rule-text.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';
import type { ShownText } from './use-shown-text.ts';

export type EditorSideProps = {
  readonly rule: RuleDetail;
  readonly shown: ShownText;
  readonly readOnly: boolean;
  /** Attribute paths the rule reads. */
  readonly used: readonly string[];
  readonly originalSample: unknown;
  readonly evaluation: LiveEvaluation;
  /** What an action finds decided. */
  readonly decision: Decision;
  readonly onDecision: (decision: Decision) => void;
  /** Why nothing can be evaluated now, in words. */
  readonly blocked: string | null;
  readonly history: HistoryView;
  readonly onHistory: (history: HistoryView) => void;
  readonly picking: boolean;
  readonly onPick: (picking: boolean) => void;
  readonly onSample: (sample: unknown) => void;
  readonly onSampleBroken: (broken: boolean) => void;
  readonly onGoTo: (part: PartId, offset?: number) => void;
};

/** What the rule reads, and the scores its clauses may read: where events carry them, the sample does too. */
const usedOf = ({ assessment, type }: RuleDetail, text: RuleText, used: readonly string[]): readonly string[] => {
  const known = new Set(used.map((path) => path.toLowerCase()));
  const scores = type === 'action' ? [] : scoresInReach(assessment, text);
  return [...used, ...scores.filter((score) => !known.has(score.toLowerCase()))];
};

/** Beside the code: sample and evaluation, or the versions of the rule. */
export const EditorSide = (props: EditorSideProps) => {
  const { rule, shown, history, onHistory } = props;
  return (
    <div className={styles.side}>
      {history.open ? (
        <HistoryPanel
          rule={rule}
          shown={shown.version}
          onShow={(version) => onHistory({ ...NO_HISTORY, open: true, version })}
          onCompare={(to, from) => onHistory({ ...history, compared: { from, to }, rollsBackTo: null })}
          onClose={() => onHistory(NO_HISTORY)}
        />
      ) : (
        <>
          <SamplePane
            sample={shown.text.samplePayload}
            original={props.originalSample}
            used={usedOf(rule, shown.text, props.used)}
            readOnly={props.readOnly}
            onChange={props.onSample}
            onBroken={props.onSampleBroken}
            picking={props.picking}
            onPick={props.onPick}
          />
          <EvaluationPane
            evaluation={props.evaluation}
            text={shown.text}
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
