import type { Catalogue as WireCatalogue, RuleDetail, RuleSet, RuleText } from '@redoubt/contracts';
import { type Catalogue, useRuleCheck } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useShortcut } from '@redoubt/ui';
import { useMemo, useRef, useState } from 'react';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useAddress } from '../../../routes/address.ts';
import { rulesAddress, type RuleView } from '../address.ts';
import { DifferenceView } from '../diff/DifferenceView.tsx';
import { diffRule } from '../diff/rule-diff.ts';
import { EvaluationPane } from '../evaluation/EvaluationPane.tsx';
import { useEvaluation } from '../evaluation/use-evaluation.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { ProblemList } from '../publish/ProblemList.tsx';
import { PublishBar } from '../publish/PublishBar.tsx';
import { SamplePane } from '../sample/SamplePane.tsx';
import { withSample } from '../text/rule-text.ts';
import { ConflictBar } from './ConflictBar.tsx';
import { hasUnsavedText, startingText } from './draft-state.ts';
import styles from './editor.module.css';
import { EditorHead } from './EditorHead.tsx';
import { EditorNotice } from './EditorNotice.tsx';
import { EditorSurface } from './EditorSurface.tsx';
import { useEditorActions } from './use-editor-actions.ts';
import { useEditorFocus } from './use-editor-focus.ts';
import { useProblems } from './use-problems.ts';
import { useRuleDraft } from './use-rule-draft.ts';
import { useSaveGuard } from './use-save-guard.tsx';
import { useShownText } from './use-shown-text.ts';

export type RuleEditorProps = {
  readonly rule: RuleDetail;
  readonly view: RuleView | undefined;
  readonly catalogue: WireCatalogue;
  /** The list the rule stands in; null while it loads. */
  readonly ruleSet: RuleSet | null;
  readonly inherited: boolean;
};

/** Writes, tries and publishes one rule. */
export const RuleEditor = ({ rule: opened, view, catalogue: wire, ruleSet, inherited }: RuleEditorProps) => {
  const text = useText('rules');
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const [, setAddress] = useAddress(rulesAddress);
  const { state, store } = useRuleDraft(opened, notifyFailure);
  const { rule } = state;
  const canWrite = rule.canWrite && !inherited;
  const actions = useEditorActions(rule, store);
  const focus = useEditorFocus();
  const noteField = useRef<HTMLInputElement>(null);
  const [compares, setCompares] = useState(false);
  const [showsDifference, setShowsDifference] = useState(false);
  const [history, setHistory] = useState<{ readonly open: boolean; readonly version: number | null }>(CLOSED);
  const [sampleBroken, setSampleBroken] = useState(false);
  const [picking, setPicking] = useState(false);
  const [note, setNote] = useState('');
  const [active, setActive] = useState(!rule.status.startsWith('Inactive'));
  const original = useRef(startingText(opened).samplePayload);

  const shown = useShownText(rule, state.text, view, canWrite, history.version);
  const readOnly = !canWrite || shown.kind !== 'draft';
  const catalogue = useMemo(
    (): Catalogue => ({ attributes: wire.attributes.map(asAttribute), lists: wire.lists }),
    [wire],
  );
  const { condition, clauses } = shown.text;
  const source = useMemo(() => ({ kind: 'decision' as const, condition, clauses }), [condition, clauses]);
  const check = useRuleCheck(source, catalogue);
  const problems = useProblems(shown.text, check);
  const blocked =
    problems.errors > 0
      ? text('evaluation.blocked', { count: problems.errors })
      : sampleBroken
        ? text('evaluation.sampleBroken')
        : null;
  const evaluation = useEvaluation(rule.environmentId, shown.text, blocked === null && check.upToDate);
  const against = rule.published;
  const diff = useMemo(() => (against === null ? null : diffRule(against, shown.text)), [against, shown.text]);
  const sampleChanged =
    against !== null && JSON.stringify(against.samplePayload) !== JSON.stringify(state.text.samplePayload);
  const guard = useSaveGuard(canWrite && hasUnsavedText(state));

  const edit = (next: RuleText) => {
    const before = state.text;
    store.edit(next);
    const gone = before.clauses.find(({ id }) => next.clauses.every((clause) => clause.id !== id));
    if (gone)
      notify({
        severity: 'Information',
        title: text('editor.clauseRemoved', { name: gone.name }),
        action: {
          text: text('editor.undo'),
          onSelect: () => store.edit({ ...store.get().text, clauses: restored(before, store.get().text, gone.id) }),
        },
      });
  };
  const hindrance =
    state.phase === 'conflict'
      ? text('conflict.title')
      : problems.errors > 0
        ? text('publish.problems', { count: problems.errors })
        : sampleBroken
          ? text('evaluation.sampleBroken')
          : diff?.same && !sampleChanged && rule.draft === null
            ? text('publish.nothing')
            : undefined;
  const publish = () => {
    if (readOnly || hindrance !== undefined) {
      if (hindrance !== undefined) notify({ severity: 'Warning', title: hindrance });
      return;
    }
    void actions.publish({ active, note: note.trim() }, () => {
      setNote('');
      setShowsDifference(false);
    });
  };
  const format = () => {
    const broken = focus.format();
    if (broken.length === 0) return;
    const names = broken.map((part) => clauses.find(({ id }) => id === part)?.name ?? text('editor.condition'));
    notify({ severity: 'Warning', title: text('editor.formatBroken', { part: names.join(', ') }) });
  };
  useShortcut('Ctrl Enter', text('publish.do'), publish, { active: canWrite, inFields: true, always: true });
  const toggleHistory = () => setHistory(history.open ? CLOSED : { open: true, version: null });

  return (
    <EditorHead
      rule={rule}
      ruleSet={ruleSet}
      state={state}
      shown={shown.kind}
      canWrite={canWrite}
      busy={actions.busy}
      compares={compares}
      historyOpen={history.open}
      usedAttributes={check.attributes.length}
      usedLists={check.lists.length}
      onView={(next) => {
        setHistory(CLOSED);
        setAddress({ view: next }, { replace: true });
      }}
      onSaveAgain={() => void store.flush()}
      onPick={() => setPicking(!picking)}
      onCompare={() => setCompares(!compares)}
      onFormat={format}
      onHistory={toggleHistory}
      onRename={actions.rename}
      onActive={(next) => void actions.setActive(next)}
      onRemove={() => void actions.remove()}
    >
      <div className={styles.screen}>
        {guard}
        {state.phase === 'conflict' ? (
          <ConflictBar
            mine={state.text}
            based={rule}
            theirs={state.theirs}
            onTakeTheirs={store.takeTheirs}
            onOverwrite={() => void store.overwrite()}
          />
        ) : null}
        <EditorNotice
          rule={rule}
          shown={shown}
          canWrite={canWrite}
          onUse={() => {
            actions.reuse(shown.text, shown.version ?? 0);
            setHistory(CLOSED);
            setAddress({ view: undefined }, { replace: true });
          }}
          onClose={() => setHistory({ open: history.open, version: null })}
        />
        <div className={styles.work}>
          <div className={styles.main}>
            <EditorSurface
              key={shown.kind === 'version' ? `version ${shown.version}` : shown.kind}
              text={shown.text}
              source={source}
              catalogue={catalogue}
              diagnostics={check.diagnostics}
              evaluation={blocked === null ? evaluation.result : null}
              differences={compares && diff !== null && shown.kind !== 'published' ? diff.parts : NO_PARTS}
              readOnly={readOnly}
              focus={focus}
              onChange={edit}
              onSubmit={publish}
            />
          </div>
          <div className={styles.side}>
            {history.open ? (
              <HistoryPanel
                rule={rule}
                shown={shown.version}
                onShow={(version) => setHistory({ open: true, version })}
                onClose={() => setHistory(CLOSED)}
              />
            ) : (
              <>
                <SamplePane
                  sample={shown.text.samplePayload}
                  original={original.current}
                  used={check.attributes}
                  readOnly={readOnly}
                  onChange={(sample) => store.edit(withSample(store.get().text, sample))}
                  onBroken={setSampleBroken}
                  picking={picking}
                  onPick={setPicking}
                />
                <EvaluationPane
                  evaluation={evaluation}
                  text={shown.text}
                  blocked={blocked}
                  onGoTo={(part) => void focus.at(part)}
                />
              </>
            )}
          </div>
        </div>
        {showsDifference && diff !== null && rule.published !== null ? (
          <div className={styles.drawer}>
            <DifferenceView
              title={text('difference.title', { version: rule.published.version })}
              diff={diff}
              sampleChanged={sampleChanged}
            />
          </div>
        ) : null}
        <ProblemList problems={problems.list} onGoTo={({ part, from }) => void focus.at(part, from)} />
        {readOnly ? null : (
          <PublishBar
            rule={rule}
            clauses={clauses.length}
            diff={diff}
            sampleChanged={sampleChanged}
            showsDifference={showsDifference}
            onShowDifference={setShowsDifference}
            note={note}
            onNote={setNote}
            noteRef={noteField}
            active={active}
            onActive={setActive}
            busy={actions.busy}
            hindrance={hindrance}
            onPublish={publish}
            onDiscard={() => void actions.discard()}
          />
        )}
      </div>
    </EditorHead>
  );
};

const CLOSED = { open: false, version: null } as const;
const NO_PARTS: readonly never[] = [];

const asAttribute = ({ path, type, description, example }: WireCatalogue['attributes'][number]) => ({
  path,
  type,
  description,
  ...(example === undefined ? {} : { example: typeof example === 'string' ? example : JSON.stringify(example) }),
});

/** The clauses as they are now, with one that was taken out back at its old place. */
const restored = (before: RuleText, now: RuleText, id: string): RuleText['clauses'] => {
  const at = before.clauses.findIndex((clause) => clause.id === id);
  const clause = before.clauses[at];
  return clause ? now.clauses.toSpliced(Math.min(at, now.clauses.length), 0, clause) : now.clauses;
};
