import type { VelocitySymbolTable, VelocitySetDetail, VelocitySetSummary } from '@redoubt/contracts';
import type { VelocityStart } from '@redoubt/domain';
import { useRuleCheck } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useShortcut } from '@redoubt/ui';
import { useMemo, useRef, useState } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useAddress } from '../../../routes/address.ts';
import type { RuleView } from '../../../shared/rules/address.ts';
import { DifferenceView } from '../../../shared/authoring/diff/DifferenceView.tsx';
import { diffRule, type PartDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import frame from '../../../shared/authoring/editor/editor.module.css';
import { EditingCompare, EditingHistory } from '../../../shared/authoring/editing/EditingHistory.tsx';
import { EditingNotices } from '../../../shared/authoring/editing/EditingNotices.tsx';
import { useDraftOf } from '../../../shared/authoring/editing/use-draft-of.ts';
import { useEditing } from '../../../shared/authoring/editing/use-editing.ts';
import { NO_HISTORY } from '../../../shared/authoring/history/history-view.ts';
import { useEditorFocus } from '../../../shared/authoring/editor/use-editor-focus.ts';
import { useSettled } from '../../../shared/use-settled.ts';
import { ProblemList } from '../../../shared/authoring/publish/ProblemList.tsx';
import { velocitiesAddress } from '../../../shared/velocities/address.ts';
import { VelocitySetHistory } from '../backfill/VelocitySetHistory.tsx';
import { PublishBar } from '../../../shared/authoring/publish/PublishBar.tsx';
import { StartChoice } from '../backfill/StartChoice.tsx';
import { SampleSide } from '../sample/SampleSide.tsx';
import { useSample } from '../sample/use-sample.ts';
import { TemplatePanel } from '../templates/TemplatePanel.tsx';
import {
  addVelocity,
  EDITED_VELOCITY_SETS,
  editedVelocitySetOf,
  wireTextOf,
  type EditedVelocitySet,
} from '../text/edited-velocity-set.ts';
import { useVelocitySetMutations } from '../velocities.queries.ts';
import { ValuePanel } from '../values/ValuePanel.tsx';
import { checkerSymbols, takenNames } from './checker-symbols.ts';
import { VELOCITY_SETS } from './velocity-set-kind.ts';
import { VelocitySetHead } from './VelocitySetHead.tsx';
import { useVelocitySetProblems } from './velocity-set-problems.ts';
import { VelocitySetSurface } from './VelocitySetSurface.tsx';
import { useVelocitySetActions } from './use-velocity-set-actions.ts';

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
  const mutations = useVelocitySetMutations(opened.environmentId, opened.id);
  const draft = useDraftOf(VELOCITY_SETS, opened, {
    save: (version, edited, mergedWith) =>
      mutations.save.mutateAsync({ version, text: wireTextOf(edited), mergedWith }),
    read: mutations.read,
  });
  const { state, store } = draft;
  const { saved: set } = state;
  const actions = useVelocitySetActions(store, mutations);
  const focus = useEditorFocus();
  const [compares, setCompares] = useState(false);
  const [showsDifference, setShowsDifference] = useState(false);
  const [side, setSide] = useState<Side>('sample');
  const [sampleBroken, setSampleBroken] = useState(false);
  const [note, setNote] = useState('');
  const [chosenActive, setActive] = useState<boolean | null>(null);
  const [start, setStart] = useState<VelocityStart>('withHistory');
  const original = useRef(EDITED_VELOCITY_SETS.startingText(opened));

  const editing = useEditing(VELOCITY_SETS, draft, {
    canWrite: set.canWrite,
    view,
    onView: (next) => setAddress({ view: next }, { replace: true }),
  });
  const { shown, readOnly, conflict } = editing;
  const closeHistory = (): void => editing.setView(NO_HISTORY);
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
  const active = chosenActive ?? !set.status.startsWith('Inactive');

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
  useShortcut('Ctrl Enter', rules('publish.do'), publish, { active: set.canWrite, inFields: true, always: true });

  return (
    <VelocitySetHead
      set={set}
      others={others}
      state={state}
      shown={shown.kind}
      busy={actions.busy}
      compares={compares}
      historyOpen={editing.view.open}
      valueOpen={side === 'value' && !editing.view.open}
      onValue={() => {
        closeHistory();
        setSide(side === 'value' && !editing.view.open ? 'sample' : 'value');
      }}
      onView={editing.showText}
      onSaveAgain={() => void store.flush()}
      onCompare={() => setCompares(!compares)}
      onFormat={format}
      onHistory={editing.toggleHistory}
      onRename={(name, description, done) => void actions.rename(name, description, done)}
    >
      <div className="fill-column">
        <EditingNotices
          editing={editing}
          words={{
            title: text('conflict'),
            gone: text('editor.gone'),
            behindTitle: rules('conflict.behindUsedTitle'),
          }}
          publishedWords={text(set.draft ? 'editor.publishedWithDraft' : 'editor.publishedReadOnly')}
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
                closeHistory();
                setSide('templates');
              }}
              onSubmit={publish}
            />
          </div>
          <div className={frame.side}>
            {editing.view.open ? (
              <EditingHistory editing={editing} />
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
        <EditingCompare
          editing={editing}
          decides={false}
          busy={actions.busy}
          onRollBack={(to, note, done) => void actions.rollBack(to, note, done)}
        />
        {showsDifference && diff !== null && set.published !== null ? (
          <div className="flex-none border-top-2">
            <DifferenceView
              title={rules('difference.title', { version: set.published.version })}
              diff={diff}
              sampleChanged={false}
            />
          </div>
        ) : null}
        <ProblemList problems={problems.list} onGoTo={({ part, from }) => void focus.at(part, from)} />
        {readOnly ? null : (
          <PublishBar
            editing={editing}
            diff={diff}
            words={{
              first: text('publish.first', { count: clauses.length }),
              inParts: (count) => text('publish.inParts', { count }),
              discardNew: text('publish.discardSet'),
              discardNewQuestion: text('publish.discardSetQuestion', { name: set.name }),
              activeHint: text('publish.activeHint'),
            }}
            note={note}
            onNote={setNote}
            active={active}
            onActive={setActive}
            reviewing={showsDifference}
            onReview={setShowsDifference}
            onPublish={publish}
            publishing={actions.busy}
            disabledReason={disabledReason()}
            onDiscard={() => void actions.discard()}
          >
            {diff?.same ? null : <StartChoice start={start} onStart={setStart} />}
          </PublishBar>
        )}
      </div>
    </VelocitySetHead>
  );
};

/** Pause in typing after which the text is compared with the published one. */
const COMPARE_MS = 150;

const NO_PARTS: readonly PartDiff[] = [];
