import type { VelocitySymbolTable, VelocitySetDetail, VelocitySetSummary } from '@redoubt/contracts';
import type { VelocityStart } from '@redoubt/domain';
import { useRuleCheck } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useShortcut } from '@redoubt/ui';
import { useMemo, useRef, useState } from 'react';
import { hasUnsavedText } from '../../../drafts/draft-state.ts';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useAddress } from '../../../routes/address.ts';
import type { RuleView } from '../../../shared/rules/address.ts';
import { DifferenceView } from '../../../shared/authoring/diff/DifferenceView.tsx';
import { diffRule, type PartDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import { ConflictBar } from '../../../shared/authoring/editor/ConflictBar.tsx';
import frame from '../../../shared/authoring/editor/editor.module.css';
import { EditorNotice } from '../../../shared/authoring/editor/EditorNotice.tsx';
import { useEditorFocus } from '../../../shared/authoring/editor/use-editor-focus.ts';
import { useSaveGuard } from '../../../shared/authoring/editor/use-save-guard.tsx';
import { useSettled } from '../../../shared/use-settled.ts';
import { HistoryPanel } from '../../../shared/authoring/history/HistoryPanel.tsx';
import { askingRollBack, NO_HISTORY, type HistoryView } from '../../../shared/authoring/history/history-view.ts';
import { conflictIn } from '../../../shared/authoring/merge/conflict.ts';
import { ProblemList } from '../../../shared/authoring/publish/ProblemList.tsx';
import { velocitiesAddress } from '../../../shared/velocities/address.ts';
import { VelocitySetHistory } from '../backfill/VelocitySetHistory.tsx';
import { VelocitySetHistoryCompare } from '../history/VelocitySetHistoryCompare.tsx';
import { useVelocitySetBase } from '../history/use-velocity-set-version.ts';
import { VelocitySetPublishBar } from '../publish/VelocitySetPublishBar.tsx';
import { SampleSide } from '../sample/SampleSide.tsx';
import { useSample } from '../sample/use-sample.ts';
import { TemplatePanel } from '../templates/TemplatePanel.tsx';
import {
  addVelocity,
  EDITED_VELOCITY_SETS,
  editedVelocitySetOf,
  mergedVelocitySet,
  VELOCITY_SET_CONFLICTS,
  type EditedVelocitySet,
} from '../text/edited-velocity-set.ts';
import { ValuePanel } from '../values/ValuePanel.tsx';
import { checkerSymbols, takenNames } from './checker-symbols.ts';
import { VelocitySetHead } from './VelocitySetHead.tsx';
import { useVelocitySetProblems } from './velocity-set-problems.ts';
import { VelocitySetSurface } from './VelocitySetSurface.tsx';
import { useVelocitySetActions } from './use-velocity-set-actions.ts';
import { useVelocitySetDraft } from './use-velocity-set-draft.ts';
import { useShownVelocitySet } from './use-shown-velocity-set.ts';

export type VelocitySetEditorProps = {
  readonly set: VelocitySetDetail;
  readonly view: RuleView | undefined;
  readonly symbols: VelocitySymbolTable;
  /** The other sets of the environment, for names. */
  readonly others: readonly VelocitySetSummary[];
};

/** What stands beside the code. */
type Side = 'sample' | 'templates' | 'value';

/** Writes, tries and publishes one velocity set. */
export const VelocitySetEditor = ({ set: opened, view, symbols: wire, others }: VelocitySetEditorProps) => {
  const text = useText('velocities');
  const rules = useText('rules');
  const notify = useNotify();
  const [, setAddress] = useAddress(velocitiesAddress);
  const { state, store, settle } = useVelocitySetDraft(opened, useNotifyFailure());
  const { saved: set } = state;
  const actions = useVelocitySetActions(set, store);
  const focus = useEditorFocus();
  const [compares, setCompares] = useState(false);
  const [showsDifference, setShowsDifference] = useState(false);
  const [side, setSide] = useState<Side>('sample');
  const [history, setHistory] = useState<HistoryView>(NO_HISTORY);
  const [sampleBroken, setSampleBroken] = useState(false);
  const [note, setNote] = useState('');
  const [chosenActive, setActive] = useState<boolean | null>(null);
  const [start, setStart] = useState<VelocityStart>('withHistory');
  const original = useRef(EDITED_VELOCITY_SETS.startingText(opened));

  const shown = useShownVelocitySet(set, state.text, view, history.version);
  const readOnly = !set.canWrite || shown.kind !== 'draft';
  const taken = useMemo(() => takenNames(wire, set.id), [wire, set.id]);
  const symbols = useMemo(() => checkerSymbols(wire, taken), [wire, taken]);
  const { condition, clauses } = shown.text;
  const source = useMemo(() => ({ kind: 'velocity' as const, condition, clauses }), [condition, clauses]);
  const check = useRuleCheck(source, symbols);
  const problems = useVelocitySetProblems(shown.text, check);
  const broken = sampleBroken ? rules('evaluation.sampleBroken') : null;
  const blocked = problems.errors > 0 ? rules('evaluation.blocked', { count: problems.errors }) : broken;
  const evaluation = useSample(set.environmentId, shown.text, blocked === null && check.upToDate);
  const settled = useSettled(shown.text, COMPARE_MS);
  const published = useMemo(
    () => (set.published === null ? null : editedVelocitySetOf(set.published)),
    [set.published],
  );
  const diff = useMemo(() => (published === null ? null : diffRule(published, settled)), [published, settled]);
  const guard = useSaveGuard(set.canWrite && hasUnsavedText(state));
  const active = chosenActive ?? !set.status.startsWith('Inactive');

  const { phase, saved, theirs } = state;
  const conflict = useMemo(
    () => (saved.canWrite ? conflictIn(VELOCITY_SET_CONFLICTS, { phase, saved, theirs }) : null),
    [phase, saved, theirs],
  );
  const base = useVelocitySetBase(set, conflict);
  const takeTheirs = () => {
    const mine = state.text;
    if (conflict === null || conflict.kind === 'gone') return;
    if (conflict.kind === 'behind' && set.published !== null) settle(editedVelocitySetOf(set.published));
    else store.takeTheirs();
    notify({
      severity: 'Information',
      title: rules('conflict.tookTheirs'),
      action: { text: rules('conflict.bringBack'), onSelect: () => store.edit(mine) },
    });
  };

  const disabledReason = (): string | undefined => {
    if (conflict !== null) return conflict.kind === 'behind' ? rules('conflict.behindUsedTitle') : text('conflict');
    if (problems.errors > 0) return rules('publish.problems', { count: problems.errors });
    if (broken !== null) return broken;
    return diff?.same && set.draft === null ? rules('publish.nothing') : undefined;
  };
  const publish = () => {
    if (readOnly || actions.busy) return;
    const why = disabledReason();
    if (why !== undefined) {
      notify({ severity: 'Warning', title: why });
      return;
    }
    if (diff !== null && !diff.same && !showsDifference) {
      setShowsDifference(true);
      return;
    }
    void actions.publish({ active, start, note: note.trim() }, () => {
      setNote('');
      setStart('withHistory');
      setActive(null);
      setShowsDifference(false);
    });
  };
  const edit = (next: EditedVelocitySet) => {
    const before = store.get().text;
    store.edit(next);
    const at = before.clauses.findIndex(({ id }) => next.clauses.every((clause) => clause.id !== id));
    const gone = before.clauses[at];
    if (!gone) return;
    const undo = () => {
      const now = store.get().text;
      store.edit({ ...now, clauses: now.clauses.toSpliced(Math.min(at, now.clauses.length), 0, gone) });
    };
    notify({
      severity: 'Information',
      title: rules('editor.clauseRemoved', { name: gone.name === '' ? text('unnamed') : gone.name }),
      action: { text: rules('editor.undo'), onSelect: undo },
    });
  };
  const format = () => {
    const left = focus.format().map((part) => clauses.find(({ id }) => id === part)?.name ?? text('editor.condition'));
    if (left.length > 0)
      notify({ severity: 'Warning', title: rules('editor.formatBroken', { part: left.join(', ') }) });
  };
  const showView = (next: RuleView | undefined) => {
    setHistory(NO_HISTORY);
    setAddress({ view: next }, { replace: true });
  };
  useShortcut('Ctrl Enter', rules('publish.do'), publish, { active: set.canWrite, inFields: true, always: true });

  return (
    <VelocitySetHead
      set={set}
      others={others}
      state={state}
      shown={shown.kind}
      busy={actions.busy}
      compares={compares}
      historyOpen={history.open}
      valueOpen={side === 'value' && !history.open}
      onValue={() => {
        setHistory(NO_HISTORY);
        setSide(side === 'value' && !history.open ? 'sample' : 'value');
      }}
      onView={showView}
      onSaveAgain={() => void store.flush()}
      onCompare={() => setCompares(!compares)}
      onFormat={format}
      onHistory={() => setHistory({ ...NO_HISTORY, open: !history.open })}
      onRename={(name, description, done) => void actions.rename(name, description, done)}
    >
      <div className="fill-column">
        {guard}
        {conflict === null ? null : (
          <ConflictBar
            conflict={conflict}
            mine={state.text}
            base={base}
            words={{
              title: text('conflict'),
              gone: text('editor.gone'),
              behindTitle: rules('conflict.behindUsedTitle'),
            }}
            onSettle={(merged) =>
              settle(mergedVelocitySet(merged, state.text, EDITED_VELOCITY_SETS.startingText(theirs ?? saved)))
            }
            onTakeTheirs={takeTheirs}
          />
        )}
        <EditorNotice
          rule={set}
          shown={shown}
          canWrite={set.canWrite}
          publishedWords={text(set.draft ? 'editor.publishedWithDraft' : 'editor.publishedReadOnly')}
          onUse={() => {
            store.edit(shown.text);
            showView(undefined);
            notify({ severity: 'Success', title: rules('history.used', { version: shown.version ?? 0 }) });
          }}
          onCompare={() =>
            setHistory({ ...history, compared: { from: shown.version ?? 0, to: set.published?.version ?? 0 } })
          }
          onRollBack={() => setHistory(askingRollBack(history, set.published?.version ?? 0, shown.version ?? 0))}
          onClose={() => setHistory({ ...NO_HISTORY, open: history.open })}
        />
        {set.system || set.published === null ? null : (
          <VelocitySetHistory environmentId={set.environmentId} setId={set.id} />
        )}
        <div className={frame.work}>
          <div className={frame.main}>
            <VelocitySetSurface
              key={`${shown.kind} ${shown.version}`}
              text={shown.text}
              source={source}
              symbols={symbols}
              diagnostics={check.diagnostics}
              evaluation={evaluation.result?.result ?? null}
              evaluatedText={blocked === null ? evaluation.of : null}
              differences={compares && diff !== null && shown.kind !== 'published' ? diff.parts : NO_PARTS}
              readOnly={readOnly}
              focus={focus}
              taken={taken}
              onChange={edit}
              onTemplates={() => {
                setHistory(NO_HISTORY);
                setSide('templates');
              }}
              onSubmit={publish}
            />
          </div>
          <div className={frame.side}>
            {history.open ? (
              <HistoryPanel
                rule={set}
                shown={shown.version}
                onShow={(version) => setHistory({ ...NO_HISTORY, open: true, version })}
                onCompare={(to, from) => setHistory({ ...history, compared: { from, to }, rollsBackTo: null })}
                onClose={() => setHistory(NO_HISTORY)}
              />
            ) : side === 'value' && published !== null ? (
              <ValuePanel
                environmentId={set.environmentId}
                velocities={published.clauses}
                startKey={evaluation.result?.result?.velocities.find(({ key }) => key !== null)?.key ?? ''}
                onClose={() => setSide('sample')}
              />
            ) : side === 'templates' && !readOnly ? (
              <TemplatePanel
                taken={[...taken, ...clauses.map(({ name }) => name)]}
                takeText={text('templates.add')}
                onTake={(code) => {
                  const id = crypto.randomUUID();
                  store.edit(addVelocity(store.get().text, id, code));
                  setSide('sample');
                  focus.later(id);
                }}
                onClose={() => setSide('sample')}
              />
            ) : (
              <SampleSide
                environmentId={set.environmentId}
                text={shown.text}
                original={original.current}
                used={check.attributes}
                readOnly={readOnly}
                evaluation={evaluation}
                blocked={blocked}
                onSample={(sampleEvent, samplePayload) =>
                  store.edit({ ...store.get().text, sampleEvent, samplePayload })
                }
                onBroken={setSampleBroken}
                onGoTo={(part) => void focus.at(part)}
              />
            )}
          </div>
        </div>
        <VelocitySetHistoryCompare
          set={set}
          draft={state.text}
          view={history}
          onView={setHistory}
          canWrite={set.canWrite && set.published !== null}
          busy={actions.busy}
          onRollBack={(to, note, done) => void actions.rollBack(to, note, done)}
        />
        {showsDifference && diff !== null && set.published !== null ? (
          <div className={frame.drawer}>
            <DifferenceView
              title={rules('difference.title', { version: set.published.version })}
              diff={diff}
              sampleChanged={false}
            />
          </div>
        ) : null}
        <ProblemList problems={problems.list} onGoTo={({ part, from }) => void focus.at(part, from)} />
        {readOnly ? null : (
          <VelocitySetPublishBar
            set={set}
            velocities={clauses.length}
            diff={diff}
            showsDifference={showsDifference}
            onShowDifference={setShowsDifference}
            note={note}
            onNote={setNote}
            active={active}
            onActive={setActive}
            start={start}
            onStart={setStart}
            onPublish={publish}
            busy={actions.busy}
            disabledReason={disabledReason()}
            onDiscard={() => void actions.discard()}
          />
        )}
      </div>
    </VelocitySetHead>
  );
};

/** Pause in typing after which the text is compared with the published one. */
const COMPARE_MS = 150;

const NO_PARTS: readonly PartDiff[] = [];
