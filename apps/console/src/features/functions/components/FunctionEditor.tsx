import { DeleteRegular, HistoryRegular, RenameRegular } from '@fluentui/react-icons';
import type { SymbolTable as WireSymbolTable, FunctionDetail } from '@redoubt/contracts';
import { MAX_FUNCTION_OUTPUTS } from '@redoubt/domain';
import { useDiagnosticText, useRuleCheck } from '@redoubt/fql-editor';
import { useFormats, useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState, Section, useShortcut, type Command } from '@redoubt/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../../shell/ReadOnlyChip.tsx';
import { checkerSymbols } from '../../../shared/authoring/editor/checker-symbols.ts';
import { SaveChip } from '../../../shared/authoring/editor/SaveChip.tsx';
import { useSettled } from '../../../shared/use-settled.ts';
import { EditingCompare, EditingHistory } from '../../../shared/authoring/editing/EditingHistory.tsx';
import { EditingNotices } from '../../../shared/authoring/editing/EditingNotices.tsx';
import type { HistoryView } from '../../../shared/authoring/history/history-view.ts';
import { useDraftOf } from '../../../shared/authoring/editing/use-draft-of.ts';
import { useEditing } from '../../../shared/authoring/editing/use-editing.ts';
import { PayloadEditor } from '../../../shared/authoring/sample/PayloadEditor.tsx';
import type { BreakingRefusal } from '../breaking-refusal.ts';
import { sourceOf, textOf, type FunctionForm } from '../function-form.ts';
import { functionKind, publishedOf } from '../function-rule-text.ts';
import { functionEvaluationQuery, useFunctionMutations } from '../functions.queries.ts';
import { useFunctionActions } from '../use-function-actions.ts';
import { BreakingCallers } from './BreakingCallers.tsx';
import { CallerList } from './CallerList.tsx';
import styles from './functions.module.css';
import { FunctionTexts } from './FunctionTexts.tsx';
import { PublishFunction } from './PublishFunction.tsx';
import { RenameFunction } from './RenameFunction.tsx';
import { StatusChip } from './StatusChip.tsx';

const PAUSE_MS = 350;

export type FunctionEditorProps = {
  readonly detail: FunctionDetail;
  readonly symbols: WireSymbolTable;
  readonly onClose: () => void;
};

/** A function with its inputs, outputs and sample; what each output comes to stands below it. */
export const FunctionEditor = ({ detail: opened, symbols: wire, onClose }: FunctionEditorProps) => {
  const text = useText('functions');
  const rules = useText('rules');
  const common = useText('common');
  const formats = useFormats();
  const say = useDiagnosticText();
  const call = useCall();
  const notify = useNotify();
  const { id: environmentId } = useEnvironment();
  const inputs = text('inputs');
  const kind = useMemo(() => functionKind(inputs), [inputs]);
  const mutations = useFunctionMutations();
  const draft = useDraftOf(kind, opened, {
    save: (version, edited, mergedWith) =>
      mutations.save.mutateAsync({ id: opened.id, version, text: textOf(edited), mergedWith }),
    read: () => mutations.read(opened.id),
  });
  const { state, store } = draft;
  // Another command of this page changed it: a new name or description.
  useEffect(() => {
    const { phase, saved } = store.get();
    if (phase === 'clean' && saved.version !== opened.version) store.replace(opened);
  }, [store, opened]);
  const { saved: detail, text: draftForm } = state;
  const published = publishedOf(detail);
  const [asking, setAsking] = useState<'publish' | 'discard' | 'rename' | 'delete' | null>(null);
  /** What the server refused and a person may accept, while the view it was refused in is open. */
  const [refused, setRefused] = useState<{ readonly view: HistoryView; readonly refusal: BreakingRefusal } | null>(
    null,
  );
  const { canWrite } = detail;
  const editing = useEditing(kind, draft, { canWrite, view: 'draft' });
  const { shown, readOnly, conflict, view: history } = editing;
  const form = shown.text;
  const refusal = refused?.view === history ? refused.refusal : null;
  const actions = useFunctionActions(kind, store, mutations, {
    onRefused: (next) => setRefused({ view: history, refusal: next }),
    onLeave: onClose,
  });
  const { propertiesPerFunction: mostOutputs = MAX_FUNCTION_OUTPUTS } = wire.limits;
  const change = (next: Partial<FunctionForm>): void => store.edit({ ...store.get().text, ...next });

  const symbols = useMemo(() => checkerSymbols(wire), [wire]);
  const source = useMemo(() => sourceOf(detail.name, form), [detail.name, form]);
  const { diagnostics } = useRuleCheck(source, symbols);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const settled = useSettled(form, PAUSE_MS);
  const wireText = useMemo(() => textOf(settled), [settled]);
  const evaluation = useQuery({
    ...functionEvaluationQuery(call, environmentId, detail.name, wireText),
    placeholderData: keepPreviousData,
  });

  const hasDraft = state.phase !== 'clean' || detail.draft !== null;
  const disabledReason = (): string | undefined => {
    if (conflict !== null) return conflict.kind === 'behind' ? rules('conflict.behindUsedTitle') : text('conflict');
    if (errors.length > 0) return text('problems', { count: errors.length });
    return hasDraft ? undefined : text('nothingNew');
  };
  const ask = (next: typeof asking): void => {
    setRefused(null);
    setAsking(next);
  };
  const askToPublish = (): void => {
    if (shown.kind !== 'draft') return;
    const why = disabledReason();
    if (why === undefined) ask('publish');
    else notify({ severity: 'Warning', title: why });
  };
  useShortcut('Ctrl Enter', common('action.publish'), askToPublish, {
    active: canWrite,
    inFields: true,
    always: true,
  });
  useShortcut('Ctrl S', text('saveDraft'), () => void store.flush(), {
    active: canWrite,
    inFields: true,
    always: true,
  });
  useShortcut('Escape', text('title'), onClose);
  useShortcut('h', rules('editor.history'), editing.toggleHistory);

  const historyCommand: Command = {
    id: 'history',
    text: rules('editor.history'),
    icon: HistoryRegular,
    keys: 'h',
    pressed: history.open,
    onSelect: editing.toggleHistory,
  };
  const commands: readonly Command[] = !canWrite
    ? [historyCommand]
    : [
        {
          id: 'publish',
          text: common('action.publish'),
          keys: 'Ctrl Enter',
          onSelect: askToPublish,
          pressed: asking === 'publish',
          disabledReason: disabledReason(),
        },
        ...(hasDraft
          ? [
              {
                id: 'discard',
                text: published ? rules('publish.discard') : text('discardNew'),
                onSelect: () => ask('discard'),
                pressed: asking === 'discard',
              },
            ]
          : []),
        historyCommand,
        {
          id: 'rename',
          text: common('action.rename'),
          icon: RenameRegular,
          pressed: asking === 'rename',
          onSelect: () => ask(asking === 'rename' ? null : 'rename'),
        },
        {
          id: 'delete',
          text: common('action.delete'),
          icon: DeleteRegular,
          pressed: asking === 'delete',
          onSelect: () => ask(asking === 'delete' ? null : 'delete'),
          disabledReason: detail.callers.length > 0 ? text('called') : undefined,
        },
      ];
  return (
    <ConsolePage
      title={detail.name}
      crumb={detail.name}
      list={{ text: text('title'), href: hrefOf('/data/functions') }}
      commands={commands}
      strongFirst={canWrite}
      chips={
        <>
          <StatusChip status={detail.status} />
          {canWrite ? <SaveChip state={state} onSaveAgain={() => void store.flush()} /> : <ReadOnlyChip />}
        </>
      }
      aside={
        published
          ? text('versionBy', {
              version: published.version,
              by: published.published.by,
              at: formats.dateTime(published.published.at),
            })
          : null
      }
    >
      <div className={styles.editor}>
        <div className={styles.texts}>
          <EditingNotices
            editing={editing}
            words={{
              title: text('conflict'),
              gone: text('gone'),
              behindTitle: rules('conflict.behindUsedTitle'),
            }}
          />
          <EditingCompare
            editing={editing}
            decides={false}
            busy={actions.busy}
            onRollBack={(to, note, done) => void actions.rollBack(to, note, done, refusal !== null)}
            warning={
              refusal === null
                ? null
                : {
                    children: <BreakingCallers refusal={refusal} />,
                    confirmText: text('rollBackNevertheless'),
                    reasonNeeded: text('reasonNeeded'),
                  }
            }
          />
          {asking === 'publish' ? (
            <PublishFunction
              detail={detail}
              form={draftForm}
              refusal={refusal}
              busy={actions.busy || state.phase === 'saving'}
              onConfirm={(note, acceptBreaking) => void actions.publish(note, acceptBreaking, () => setAsking(null))}
              onCancel={() => setAsking(null)}
            />
          ) : null}
          {asking === 'discard' ? (
            <ConfirmPanel
              title={
                published
                  ? rules('publish.discardQuestion', { version: published.version })
                  : rules('publish.discardRuleQuestion', { name: detail.name })
              }
              confirmText={common('action.discard')}
              busy={actions.busy}
              onConfirm={() => void actions.discard()}
              onCancel={() => setAsking(null)}
            />
          ) : null}
          {asking === 'rename' ? <RenameFunction detail={detail} onClose={() => setAsking(null)} /> : null}
          {asking === 'delete' ? (
            <ConfirmPanel
              title={text('deleteTitle', { name: detail.name })}
              confirmText={common('action.delete')}
              busy={actions.busy}
              onConfirm={() => void actions.remove()}
              onCancel={() => setAsking(null)}
            >
              {text('deleteBody')}
            </ConfirmPanel>
          ) : null}
          <FunctionTexts
            key={shown.version}
            form={form}
            source={source}
            symbols={symbols}
            diagnostics={diagnostics}
            result={evaluation.data?.result ?? null}
            mostOutputs={mostOutputs}
            readOnly={readOnly}
            onChange={change}
            onSubmit={askToPublish}
          />
        </div>
        <div className={styles.side}>
          {history.open ? <EditingHistory editing={editing} /> : null}
          <Section title={text('problemsTitle')}>
            {errors.length === 0 ? (
              <p className="soft">{text('noProblems')}</p>
            ) : (
              <ul className="plain-list">
                {errors.map((diagnostic) => (
                  <li key={`${diagnostic.part} ${diagnostic.from} ${diagnostic.code}`}>
                    <b>{form.outputs.find(({ id }) => id === diagnostic.part)?.name}</b> {say(diagnostic)}
                  </li>
                ))}
              </ul>
            )}
            {evaluation.error ? <ErrorState error={evaluation.error} compact /> : null}
          </Section>
          <Section title={text('calledBy')}>
            {detail.callers.length === 0 ? (
              <p className="soft">{text('notCalled')}</p>
            ) : (
              <CallerList callers={detail.callers} />
            )}
          </Section>
          <Section title={text('sample')}>
            <PayloadEditor
              sample={form.samplePayload}
              readOnly={readOnly}
              onChange={(samplePayload) => change({ samplePayload })}
              onBroken={() => undefined}
            />
          </Section>
        </div>
      </div>
    </ConsolePage>
  );
};
