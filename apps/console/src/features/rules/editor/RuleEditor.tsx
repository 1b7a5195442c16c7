import type { SymbolTable as WireSymbolTable, RuleDetail, RuleSet, RuleText } from '@redoubt/contracts';
import type { Decision } from '@redoubt/domain';
import { useRuleCheck } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useShortcut } from '@redoubt/ui';
import { useMemo, useRef, useState } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useAddressBy } from '../../../routes/address.ts';
import { BacktestNote } from '../backtests/BacktestNote.tsx';
import { BacktestPanel } from '../backtests/BacktestPanel.tsx';
import { useBacktest } from '../backtests/use-backtest.ts';
import { rulesAddress, type RuleView } from '../../../shared/rules/address.ts';
import { diffRule, type PartDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import { EditingCompare } from '../../../shared/authoring/editing/EditingHistory.tsx';
import { EditingNotices } from '../../../shared/authoring/editing/EditingNotices.tsx';
import { useEditing } from '../../../shared/authoring/editing/use-editing.ts';
import { useEvaluation } from '../../../shared/authoring/evaluation/use-evaluation.ts';
import { placeOf } from '../../../shared/rules/rules.queries.ts';
import { useSettled } from '../../../shared/use-settled.ts';
import { ProblemList } from '../../../shared/authoring/publish/ProblemList.tsx';
import { RulePublishBar } from '../publish/RulePublishBar.tsx';
import { PublishReview } from '../publish/PublishReview.tsx';
import { RequestBar } from '../publish/RequestBar.tsx';
import { usePublishing } from '../publish/use-publishing.ts';
import { checkedSource } from '../../../shared/authoring/text/clause-places.ts';
import { CONDITION, sameText, textOf, withSample } from '../../../shared/authoring/text/rule-text.ts';
import { checkerSymbols } from '../../../shared/authoring/editor/checker-symbols.ts';
import type { FreshRule } from './new-rule.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';
import { EditorHead } from './EditorHead.tsx';
import { EditorSide } from './EditorSide.tsx';
import { EditorSurface } from './EditorSurface.tsx';
import { useClauseEdits } from './use-clause-edits.ts';
import { useDefinitions } from './use-definitions.ts';
import { useEditorActions } from './use-editor-actions.ts';
import { useEditorFocus } from '../../../shared/authoring/editor/use-editor-focus.ts';
import { useProblems } from './use-problems.ts';
import { RULES } from './rule-kind.ts';
import { useRuleDraft } from './use-rule-draft.ts';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

export type RuleEditorProps = {
  readonly rule: RuleDetail;
  /** Where it was only begun, what is needed to store it. */
  readonly fresh?: FreshRule;
  /** The server has it from now on. */
  readonly onStored?: (rule: RuleDetail) => void;
  readonly view: RuleView | undefined;
  readonly symbols: WireSymbolTable;
  /** The list the rule stands in; null while it loads. */
  readonly ruleSet: RuleSet | null;
  readonly inherited: boolean;
};

/** Writes, tries and publishes one rule. */
export const RuleEditor = (props: RuleEditorProps) => {
  const { rule: opened, fresh, view, symbols: wire, ruleSet, inherited } = props;
  const text = useText('rules');
  const notify = useNotify();
  const clauseText = useClauseText();
  const [{ panel, version }, setAddress] = useAddressBy(rulesAddress);
  const draft = useRuleDraft(opened, fresh, props.onStored);
  const { state, store } = draft;
  const { saved: rule } = state;
  const canWrite = rule.canWrite && !inherited;
  const actions = useEditorActions(rule, draft);
  const edit = useClauseEdits(store);
  const focus = useEditorFocus();
  const definitions = useDefinitions(store, focus, wire);
  const [compares, setCompares] = useState(false);
  const [showsBacktest, setShowsBacktest] = useState(panel === 'backtest');
  const [sampleBroken, setSampleBroken] = useState(false);
  const [picking, setPicking] = useState(false);
  const originalSample = useRef(RULES.startingText(opened).samplePayload);

  const editing = useEditing(RULES, draft, {
    canWrite,
    view,
    version,
    onView: (next) => setAddress({ view: next }, { replace: true }),
  });
  const { shown, readOnly, conflict } = editing;
  const symbols = useMemo(() => checkerSymbols(wire), [wire]);
  const { condition, clauses } = shown.text;
  const isDraft = shown.kind === 'draft';
  const source = useMemo(
    () => checkedSource(rule.assessment, rule.type, { condition, clauses }, !isDraft),
    [rule.assessment, rule.type, condition, clauses, isDraft],
  );
  const check = useRuleCheck(source, symbols);
  const problems = useProblems(shown.text, check);
  const broken = sampleBroken ? text('evaluation.sampleBroken') : null;
  const blocked = problems.errors > 0 ? text('evaluation.blocked', { count: problems.errors }) : broken;
  const [decision, setDecision] = useState<Decision>('Approve');
  const as = { type: rule.type, decision };
  const evaluation = useEvaluation(placeOf(rule), shown.text, as, blocked === null && check.upToDate);
  const backtest = useBacktest(rule, shown.text);
  const { published } = rule;
  const settled = useSettled(shown.text, COMPARE_MS);
  const diff = useMemo(() => diffRule(published ?? NOTHING, settled), [published, settled]);
  const sampleChanged = published !== null && !sameSample(published.samplePayload, state.text.samplePayload);

  const problem = (): string | undefined => {
    if (conflict !== null) return text(conflict.kind === 'behind' ? 'conflict.behindTitle' : 'conflict.title');
    if (problems.errors > 0) return text('publish.problems', { count: problems.errors });
    if (broken !== null) return broken;
    const asked = rule.request?.declined === null ? rule.request.text : null;
    if (asked && sameText(textOf(asked), state.text)) return text('request.title');
    return published !== null && diff.same && !sampleChanged && rule.draft === null
      ? text('publish.nothing')
      : undefined;
  };
  const publishing = usePublishing(rule, state.text, actions, draft.begin, problem());
  const publish = () => {
    if (!readOnly) publishing.publish();
  };
  const format = () => {
    const left = focus.format().map((part) => {
      const clause = clauses.find(({ id }) => id === part);
      return clause ? clauseText(clause.name) : text('editor.condition');
    });
    if (left.length > 0) notify({ severity: 'Warning', title: text('editor.formatBroken', { part: left.join(', ') }) });
  };
  useShortcut('Ctrl Enter', text('publish.do'), publish, { active: canWrite, inFields: true, always: true });

  return (
    <EditorHead
      rule={rule}
      ruleSet={ruleSet}
      state={state}
      shown={shown.kind}
      canWrite={canWrite}
      inherited={inherited}
      busy={actions.busy}
      compares={compares}
      historyOpen={editing.view.open}
      usedAttributes={check.attributes.length}
      usedLists={check.lists.length}
      onView={editing.showText}
      onSaveAgain={() => void store.flush()}
      onPick={() => setPicking(!picking)}
      onCompare={() => setCompares(!compares)}
      onFormat={format}
      tests={showsBacktest}
      onTest={() => setShowsBacktest(!showsBacktest)}
      onHistory={editing.toggleHistory}
      onText={() => void focus.at(clauses[0]?.id ?? CONDITION)}
      onRename={(name, description, done) => void actions.rename(name, description, done)}
      onActive={(next) => void actions.setActive(next)}
      onRemove={() => void actions.remove()}
    >
      <div className="fill-column">
        <EditingNotices editing={editing} onKeepAsNew={() => void actions.keepAsNew()}>
          {rule.request === null ? null : (
            <RequestBar
              key={rule.request.id}
              rule={{ ...rule, request: rule.request }}
              symbols={symbols}
              canWrite={canWrite}
              busy={actions.busy}
              onApprove={() => void actions.approve(rule.request?.id ?? '')}
              onDecline={(reason, done) => void actions.decline(rule.request?.id ?? '', reason, done)}
              onWithdraw={() => void actions.withdraw(rule.request?.id ?? '')}
            />
          )}
        </EditingNotices>
        <div className={styles.work}>
          <div className={styles.main}>
            <EditorSurface
              key={`${shown.kind} ${shown.version}`}
              text={shown.text}
              source={source}
              symbols={symbols}
              diagnostics={check.diagnostics}
              evaluation={evaluation.result}
              evaluatedText={blocked === null ? null : evaluation.of}
              differences={compares && published !== null && shown.kind !== 'published' ? diff.parts : NO_PARTS}
              readOnly={readOnly}
              focus={focus}
              onChange={edit}
              onVariableRename={definitions.rename}
              onDefinition={definitions.goTo}
              onSubmit={publish}
            />
          </div>
          <EditorSide
            rule={rule}
            used={check.attributes}
            originalSample={originalSample.current}
            evaluation={evaluation}
            decision={decision}
            onDecision={setDecision}
            blocked={blocked}
            editing={editing}
            picking={picking}
            onPick={setPicking}
            onSample={(sample) => store.edit(withSample(store.get().text, sample))}
            onSampleBroken={setSampleBroken}
            onGoTo={(part, offset) => void focus.at(part, offset)}
          />
        </div>
        <EditingCompare
          editing={editing}
          decides
          busy={actions.busy}
          onRollBack={(to, note, done) => void actions.rollBack(to, note, done)}
        />
        {publishing.reviewing && !readOnly ? (
          <PublishReview
            rule={rule}
            text={state.text}
            others={ruleSet ? [...ruleSet.rules, ...ruleSet.actions, ...ruleSet.drafts] : []}
            diff={diff}
            sampleChanged={sampleChanged}
            unconditional={check.unconditional}
            backtest={backtest}
            onTest={rule.type !== 'decision' || rule.branch !== null ? undefined : () => setShowsBacktest(true)}
            publishing={publishing}
            onChange={edit}
            onClose={() => publishing.setReviewing(false)}
          />
        ) : null}
        {showsBacktest ? (
          <div className="flex-none border-top-2">
            <BacktestPanel
              backtest={backtest}
              canRun={canWrite}
              blocked={problems.errors > 0 ? text('publish.problems', { count: problems.errors }) : null}
              onClose={() => setShowsBacktest(false)}
            />
          </div>
        ) : null}
        <ProblemList problems={problems.list} onGoTo={({ part, from }) => void focus.at(part, from)} />
        {readOnly ? null : (
          <RulePublishBar
            editing={editing}
            diff={published === null ? null : diff}
            tested={rule.type === 'decision' ? <BacktestNote backtest={backtest} /> : null}
            sampleChanged={sampleChanged}
            publishing={publishing}
            busy={actions.busy}
            onDiscard={() => void actions.discard()}
          />
        )}
      </div>
    </EditorHead>
  );
};

/** Pause in typing after which the text is compared with the published one. */
const COMPARE_MS = 150;

/** What a first version is compared with. */
const NOTHING: RuleText = { condition: '', clauses: [], samplePayload: {} };

const NO_PARTS: readonly PartDiff[] = [];

const sameSample = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
