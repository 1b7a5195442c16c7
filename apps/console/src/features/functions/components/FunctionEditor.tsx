import { Button } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, RenameRegular } from '@fluentui/react-icons';
import type { SymbolTable as WireSymbolTable, FunctionDetail } from '@redoubt/contracts';
import { MAX_FUNCTION_OUTPUTS, MAX_FUNCTION_PARAMETERS } from '@redoubt/domain';
import { useDiagnosticText, useRuleCheck } from '@redoubt/fql-editor';
import { useFormats, useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState, Section, useShortcut, type Command } from '@redoubt/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { hasUnsavedText } from '../../../drafts/draft-state.ts';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../../shell/ReadOnlyChip.tsx';
import { checkerSymbols } from '../../../shared/authoring/editor/checker-symbols.ts';
import { SaveChip } from '../../../shared/authoring/editor/SaveChip.tsx';
import { useSaveGuard } from '../../../shared/authoring/editor/use-save-guard.tsx';
import { useSettled } from '../../../shared/use-settled.ts';
import { PayloadEditor } from '../../../shared/authoring/sample/PayloadEditor.tsx';
import { freeName, newOutput, sourceOf, textOf, type FunctionForm } from '../function-form.ts';
import { functionEvaluationQuery, useFunctionMutations } from '../functions.queries.ts';
import { useFunctionDraft } from '../use-function-draft.ts';
import { CallerList } from './CallerList.tsx';
import { DeclarationFields } from './DeclarationFields.tsx';
import styles from './functions.module.css';
import { OutputSection } from './OutputSection.tsx';
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
  const notifyFailure = useNotifyFailure();
  const { id: environmentId } = useEnvironment();
  const { publish, rollBack, discard, remove } = useFunctionMutations();
  const { state, store } = useFunctionDraft(opened, notifyFailure);
  const { saved: detail, text: form } = state;
  const [newest] = detail.versions;
  const [asking, setAsking] = useState<'publish' | 'discard' | 'rename' | 'delete' | null>(null);
  const readOnly = !detail.canWrite;
  const { propertiesPerFunction: mostOutputs = MAX_FUNCTION_OUTPUTS } = wire.limits;
  const change = (next: Partial<FunctionForm>): void => store.edit({ ...store.get().text, ...next });
  const guard = useSaveGuard(!readOnly && hasUnsavedText(state));

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

  const takeBack = async (to: number, published: number): Promise<void> => {
    const { id, version } = store.get().saved;
    const next = await rollBack.mutateAsync({
      id,
      version,
      to,
      note: rules('publish.undoNote', { version: published }),
    });
    store.replace(next);
    const back = next.versions[0]?.version ?? published + 1;
    notify({ severity: 'Success', title: text('rolledBack', { version: back, to }) });
  };
  const publishNow = async (note: string, acceptBreaking: boolean): Promise<void> => {
    if (!(await store.saveForPublishing())) return;
    const { id, version, description, publishedVersion: before } = store.get().saved;
    const next = await publish.mutateAsync({ id, version, description, note, acceptBreaking });
    store.replace(next);
    setAsking(null);
    const published = next.versions[0]?.version ?? 1;
    notify({
      severity: 'Success',
      title: rules('publish.done', { version: published, name: next.name }),
      ...(before === null
        ? {}
        : {
            action: {
              text: common('action.undo'),
              onSelect: () => void takeBack(before, published).catch((error: unknown) => notifyFailure(error)),
            },
          }),
    });
  };
  const leave = (): void => {
    store.stop();
    store.forget();
    onClose();
  };
  const hasDraft = state.phase !== 'clean' || detail.draft !== null;
  const disabledReason = (): string | undefined => {
    if (state.phase === 'conflict') return text('conflict');
    if (errors.length > 0) return text('problems', { count: errors.length });
    return hasDraft ? undefined : text('nothingNew');
  };
  const askToPublish = (): void => {
    const why = disabledReason();
    if (why === undefined) setAsking('publish');
    else notify({ severity: 'Warning', title: why });
  };
  useShortcut('Ctrl Enter', common('action.publish'), askToPublish, {
    active: !readOnly,
    inFields: true,
    always: true,
  });
  useShortcut('Ctrl S', text('saveDraft'), () => void store.flush(), {
    active: !readOnly,
    inFields: true,
    always: true,
  });
  useShortcut('Escape', text('title'), onClose);

  const commands: readonly Command[] = readOnly
    ? []
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
                text: newest ? rules('publish.discard') : text('discardNew'),
                onSelect: () => setAsking('discard'),
                pressed: asking === 'discard',
              },
            ]
          : []),
        {
          id: 'rename',
          text: common('action.rename'),
          icon: RenameRegular,
          pressed: asking === 'rename',
          onSelect: () => setAsking(asking === 'rename' ? null : 'rename'),
        },
        {
          id: 'delete',
          text: common('action.delete'),
          icon: DeleteRegular,
          pressed: asking === 'delete',
          onSelect: () => setAsking(asking === 'delete' ? null : 'delete'),
          disabledReason: detail.callers.length > 0 ? text('called') : undefined,
        },
      ];
  const failure = publish.error ?? discard.error ?? remove.error;
  const updateParameter = (index: number, part: Partial<FunctionForm['parameters'][number]>): void =>
    change({ parameters: form.parameters.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  const updateOutput = (id: string, part: Partial<FunctionForm['outputs'][number]>): void =>
    change({ outputs: form.outputs.map((each) => (each.id === id ? { ...each, ...part } : each)) });

  return (
    <ConsolePage
      title={detail.name}
      crumb={detail.name}
      list={{ text: text('title'), href: hrefOf('/data/functions') }}
      commands={commands}
      strongFirst={!readOnly}
      chips={
        <>
          <StatusChip status={detail.status} />
          {readOnly ? null : <SaveChip state={state} onSaveAgain={() => void store.flush()} />}
          {readOnly ? <ReadOnlyChip /> : null}
        </>
      }
      aside={
        newest
          ? text('versionBy', {
              version: newest.version,
              by: newest.published.by,
              at: formats.dateTime(newest.published.at),
            })
          : null
      }
    >
      <div className={styles.editor}>
        <div className={styles.texts}>
          {guard}
          {state.phase === 'conflict' ? (
            <ConfirmPanel
              title={text('conflict')}
              confirmText={rules('conflict.overwrite')}
              onConfirm={() => void store.overwrite()}
              onCancel={() => store.takeTheirs()}
            />
          ) : null}
          {asking === 'publish' ? (
            <PublishFunction
              detail={detail}
              text={textOf(form)}
              busy={publish.isPending || state.phase === 'saving'}
              onConfirm={(note, acceptBreaking) => void publishNow(note, acceptBreaking).catch(() => undefined)}
              onCancel={() => setAsking(null)}
            />
          ) : null}
          {asking === 'discard' ? (
            <ConfirmPanel
              title={
                newest
                  ? rules('publish.discardQuestion', { version: newest.version })
                  : rules('publish.discardRuleQuestion', { name: detail.name })
              }
              confirmText={common('action.discard')}
              busy={discard.isPending}
              onConfirm={() => discard.mutate(detail.id, { onSuccess: leave })}
              onCancel={() => setAsking(null)}
            />
          ) : null}
          {asking === 'rename' ? <RenameFunction detail={detail} onClose={() => setAsking(null)} /> : null}
          {asking === 'delete' ? (
            <ConfirmPanel
              title={text('deleteTitle', { name: detail.name })}
              confirmText={common('action.delete')}
              busy={remove.isPending}
              onConfirm={() => remove.mutate({ id: detail.id, version: detail.version }, { onSuccess: leave })}
              onCancel={() => setAsking(null)}
            >
              {text('deleteBody')}
            </ConfirmPanel>
          ) : null}
          {failure ? <ErrorState error={failure} compact /> : null}
          <Section title={text('inputs')}>
            {form.parameters.length === 0 ? <p className={styles.soft}>{text('noInputs')}</p> : null}
            {form.parameters.map((parameter, index) => (
              // Inputs have no id: their place is what callers know them by.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={index} className={styles.outputHead}>
                <DeclarationFields
                  value={parameter}
                  readOnly={readOnly}
                  onChange={(part) => updateParameter(index, part)}
                />
                {readOnly ? null : (
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<DeleteRegular />}
                    aria-label={text('removeNamed', { name: parameter.name })}
                    onClick={() => change({ parameters: form.parameters.filter((_each, at) => at !== index) })}
                  />
                )}
              </div>
            ))}
            {readOnly || form.parameters.length >= MAX_FUNCTION_PARAMETERS ? null : (
              <Button
                size="small"
                icon={<AddRegular />}
                onClick={() =>
                  change({
                    parameters: [
                      ...form.parameters,
                      { name: freeName('input', form.parameters), type: 'String', fallback: '' },
                    ],
                  })
                }
              >
                {text('addInput')}
              </Button>
            )}
          </Section>
          <Section title={text('outputs')}>
            {form.outputs.map((output) => (
              <OutputSection
                key={output.id}
                output={output}
                only={form.outputs.length === 1}
                source={source}
                symbols={symbols}
                diagnostics={diagnostics}
                result={evaluation.data?.result?.outputs.find(({ id }) => id === output.id) ?? null}
                readOnly={readOnly}
                onChange={(part) => updateOutput(output.id, part)}
                onRemove={() => change({ outputs: form.outputs.filter(({ id }) => id !== output.id) })}
                onSubmit={askToPublish}
              />
            ))}
            {readOnly || form.outputs.length >= mostOutputs ? null : (
              <Button
                size="small"
                icon={<AddRegular />}
                onClick={() => change({ outputs: [...form.outputs, newOutput(crypto.randomUUID(), form.outputs)] })}
              >
                {text('addOutput')}
              </Button>
            )}
          </Section>
        </div>
        <div className={styles.side}>
          <Section title={text('problemsTitle')}>
            {errors.length === 0 ? (
              <p className={styles.soft}>{text('noProblems')}</p>
            ) : (
              <ul className={styles.problems}>
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
              <p className={styles.soft}>{text('nobody')}</p>
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
