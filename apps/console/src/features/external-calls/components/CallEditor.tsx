import { DeleteRegular } from '@fluentui/react-icons';
import type { CallDetail, CallPeriod } from '@redoubt/contracts';
import { isCallName } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, ConfirmPanel, ErrorState, Section, useShortcut, type Command } from '@redoubt/ui';
import { useMemo, useState } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../../shell/ReadOnlyChip.tsx';
import { brokenJson, formOf, NEW_CALL, sampleRequestOf, textOf, type CallForm } from '../call-form.ts';
import { callMetricsQuery, useCallMutations } from '../../../shared/external-calls/external-calls.queries.ts';
import { useCallProblems } from '../use-call-problems.ts';
import { AuthenticationFields } from './AuthenticationFields.tsx';
import styles from '../../../shared/external-calls/external-calls.module.css';
import { JsonField } from './JsonField.tsx';
import { ParameterRows } from './ParameterRows.tsx';
import { PerformancePart } from '../../../shared/external-calls/PerformancePart.tsx';
import { RequestFields } from './RequestFields.tsx';
import { SettingRows } from './SettingRows.tsx';
import { TestReport } from './TestReport.tsx';
import { UsersPart } from './UsersPart.tsx';

export type CallEditorProps = {
  /** The call to edit, or to copy; null begins an empty one. */
  readonly detail: CallDetail | null;
  /** Begins a new call like it. */
  readonly isCopy: boolean;
  readonly period: CallPeriod;
  readonly onPeriod: (period: CallPeriod) => void;
  readonly onMade: (id: string) => void;
  readonly onCopy: (id: string) => void;
  readonly onClose: () => void;
};

const startOf = (detail: CallDetail | null, isCopy: boolean): CallForm => {
  if (detail === null) return NEW_CALL;
  const form = formOf(detail);
  return isCopy ? { ...form, name: `${form.name}_2`.slice(0, 60) } : form;
};

/** An external call: what it asks, what comes of it when it is tested, and how it did. */
export const CallEditor = (props: CallEditorProps) => {
  const { detail, isCopy, period, onPeriod, onMade, onCopy, onClose } = props;
  const text = useText('externalCalls');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { create, change, remove, test } = useCallMutations();
  const [form, setForm] = useState<CallForm>(() => startOf(detail, isCopy));
  const [isChanged, setChanged] = useState(isCopy);
  const [isDeleting, setDeleting] = useState(false);
  const stored = isCopy ? null : detail;
  const readOnly = detail !== null && !detail.canWrite;
  const users = stored?.users ?? [];
  const metrics = stored && callMetricsQuery(call, environmentId, stored.id, period);
  const kept = useMemo(() => new Set(detail?.secrets.map(({ slot }) => slot)), [detail]);
  const update = (part: Partial<CallForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    setChanged(true);
  };
  const setSecret = (slot: string, value: string): void => {
    setForm((before) => {
      const { [slot]: _former, ...others } = before.secrets;
      // An emptied field leaves what is kept.
      return { ...before, secrets: value === '' ? others : { ...others, [slot]: value } };
    });
    setChanged(true);
  };

  const broken = brokenJson(form);
  const reason =
    broken.length > 0
      ? text('brokenJson', { count: broken.length })
      : isCallName(form.name.trim())
        ? undefined
        : text('nameRule');
  const problemAt = useCallProblems(form, broken.length === 0);
  const isSaving = create.isPending || change.isPending;
  const save = (): void => {
    if (reason !== undefined || isSaving || !isChanged) return;
    const said = textOf(form);
    const options = {
      onSuccess: (saved: CallDetail) => {
        setForm(formOf(saved));
        setChanged(false);
        if (stored === null) onMade(saved.id);
      },
    };
    if (stored) change.mutate({ id: stored.id, version: stored.version, ...said }, options);
    else create.mutate({ ...said, ...(detail ? { copiedFrom: detail.id } : {}) }, options);
  };
  const runTest = (): void => {
    if (broken.length > 0 || test.isPending) return;
    const { definition, secrets } = textOf(form);
    test.mutate({ callId: detail?.id ?? null, definition, secrets });
  };
  useShortcut('Ctrl S', common('action.save'), save, { active: !readOnly, inFields: true, always: true });
  useShortcut('t', text('test.command'), runTest, { active: !readOnly });
  useShortcut('Escape', text('title'), onClose);

  const commands: readonly Command[] = readOnly
    ? []
    : [
        {
          id: 'save',
          text: common('action.save'),
          onSelect: save,
          disabledReason: reason ?? (isSaving ? common('saving') : isChanged ? undefined : text('nothingNew')),
        },
        {
          id: 'test',
          text: text('test.command'),
          keys: 't',
          onSelect: runTest,
          disabledReason: broken.length > 0 ? text('brokenJson', { count: broken.length }) : undefined,
        },
        ...(stored
          ? [
              { id: 'copy', text: text('copy'), onSelect: () => onCopy(stored.id) },
              {
                id: 'delete',
                text: common('action.delete'),
                icon: DeleteRegular,
                pressed: isDeleting,
                onSelect: () => setDeleting(!isDeleting),
                disabledReason: users.length > 0 ? text('inUse') : undefined,
              },
            ]
          : []),
      ];
  const failure = create.error ?? change.error ?? remove.error;
  const title = stored?.name ?? text('new');
  return (
    <ConsolePage
      title={title}
      crumb={title}
      list={{ text: text('title'), href: hrefOf('/data/externalcalls') }}
      commands={commands}
      strongFirst={!readOnly}
      chips={
        <>
          {isChanged ? <Chip>{common('unsaved')}</Chip> : null}
          {readOnly ? <ReadOnlyChip /> : null}
        </>
      }
      aside={stored ? text('changedBy', { by: stored.changed.by, at: formats.dateTime(stored.changed.at) }) : null}
    >
      <div className={styles.editor}>
        <div className={styles.fields}>
          {isDeleting && stored ? (
            <ConfirmPanel
              title={text('deleteTitle', { name: stored.name })}
              confirmText={common('action.delete')}
              busy={remove.isPending}
              onConfirm={() => remove.mutate({ id: stored.id, version: stored.version }, { onSuccess: onClose })}
              onCancel={() => setDeleting(false)}
            >
              {text('deleteBody')}
            </ConfirmPanel>
          ) : null}
          {failure ? <ErrorState error={failure} compact /> : null}
          <Section title={text('part.request')}>
            <div className="stack-3 prose">
              <RequestFields
                form={form}
                frozen={users.length > 0}
                readOnly={readOnly}
                problemAt={problemAt}
                onChange={update}
              />
            </div>
          </Section>
          <Section title={text('part.parameters')} meta={text('parametersMeta')}>
            <div className="stack-3 prose">
              <ParameterRows
                parameters={form.parameters}
                frozen={users.length > 0}
                readOnly={readOnly}
                problemAt={problemAt}
                onChange={(parameters) => update({ parameters })}
              />
              {form.method === 'POST' ? (
                <JsonField
                  label={text('field.body')}
                  hint={text('bodyHint')}
                  value={form.body}
                  problem={problemAt('body')}
                  readOnly={readOnly}
                  onChange={(body) => update({ body })}
                />
              ) : null}
            </div>
          </Section>
          <Section title={text('part.headers')}>
            <div className="stack-3 prose">
              <SettingRows
                settings={form.headers}
                slot="header."
                path="headers"
                problemAt={problemAt}
                addText={text('add.header')}
                secrets={form.secrets}
                kept={kept}
                readOnly={readOnly}
                onChange={(headers) => update({ headers: [...headers] })}
                onSecret={setSecret}
              />
            </div>
          </Section>
          <Section title={text('part.configurations')} meta={text('configurationsMeta')}>
            <div className="stack-3 prose">
              <SettingRows
                settings={form.configurations}
                slot="configuration."
                path="configurations"
                problemAt={problemAt}
                addText={text('add.configuration')}
                secrets={form.secrets}
                kept={kept}
                readOnly={readOnly}
                onChange={(configurations) => update({ configurations: [...configurations] })}
                onSecret={setSecret}
              />
            </div>
          </Section>
          <Section title={text('part.authentication')}>
            <div className="stack-3 prose">
              <AuthenticationFields
                form={form}
                kept={kept}
                readOnly={readOnly}
                problemAt={problemAt}
                onChange={update}
                onSecret={setSecret}
              />
            </div>
          </Section>
          <Section title={text('part.answers')}>
            <div className="stack-3 prose">
              <JsonField
                label={text('field.defaultResponse')}
                hint={text('defaultHint')}
                value={form.defaultResponse}
                readOnly={readOnly}
                onChange={(defaultResponse) => update({ defaultResponse })}
              />
              <JsonField
                label={text('field.sampleResponse')}
                hint={text('sampleHint')}
                value={form.sampleResponse}
                readOnly={readOnly}
                onChange={(sampleResponse) => update({ sampleResponse })}
              />
            </div>
          </Section>
        </div>
        <div className={styles.side}>
          {readOnly ? null : (
            <Section title={text('test.title')}>
              {test.error ? <ErrorState error={test.error} compact /> : null}
              {test.data ? (
                <TestReport
                  test={test.data}
                  onUse={(response) => update({ sampleResponse: JSON.stringify(response, null, 2) })}
                />
              ) : test.error ? null : (
                <p className="soft">{text(test.isPending ? 'test.running' : 'test.body')}</p>
              )}
            </Section>
          )}
          <Section title={text('sampleRequest')}>
            <pre className={styles.code} tabIndex={0} aria-label={text('sampleRequest')}>
              {sampleRequestOf(form)}
            </pre>
          </Section>
          {metrics ? <PerformancePart metrics={metrics} period={period} onPeriod={onPeriod} suspends /> : null}
          {stored ? <UsersPart users={users} /> : null}
        </div>
      </div>
    </ConsolePage>
  );
};
