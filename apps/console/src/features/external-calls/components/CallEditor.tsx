import type { CallDetail, CallPeriod } from '@redoubt/contracts';
import { isCallName } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ErrorState, Section, useShortcut } from '@redoubt/ui';
import { useMemo } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { brokenJson, formOf, NEW_CALL, sampleRequestOf, textOf, type CallForm } from '../call-form.ts';
import { callMetricsQuery, useCallMutations } from '../../../shared/external-calls/external-calls.queries.ts';
import { useCallProblems } from '../use-call-problems.ts';
import { useSavedForm } from '../use-saved-form.ts';
import { AuthenticationFields } from './AuthenticationFields.tsx';
import styles from '../../../shared/external-calls/external-calls.module.css';
import { ExternalEditor } from './ExternalEditor.tsx';
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
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { create, change, remove, test } = useCallMutations();
  const stored = isCopy ? null : detail;
  const saved = useSavedForm({
    start: () => startOf(detail, isCopy),
    formOf,
    stored,
    isChanged: isCopy,
    bodyOf: (typed: CallForm) =>
      brokenJson(typed).length === 0 && isCallName(typed.name.trim())
        ? { ...textOf(typed), ...(isCopy && detail ? { copiedFrom: detail.id } : {}) }
        : undefined,
    create,
    change,
    onMade,
  });
  const { form, edit, update } = saved;
  const readOnly = detail !== null && !detail.canWrite;
  const users = stored?.users ?? [];
  const metrics = stored && callMetricsQuery(call, environmentId, stored.id, period);
  const kept = useMemo(() => new Set(detail?.secrets.map(({ slot }) => slot)), [detail]);
  const setSecret = (slot: string, value: string): void =>
    edit((before) => {
      const { [slot]: _former, ...others } = before.secrets;
      // An emptied field leaves what is kept.
      return { ...before, secrets: value === '' ? others : { ...others, [slot]: value } };
    });

  const broken = brokenJson(form);
  const jsonReason = broken.length > 0 ? text('brokenJson', { count: broken.length }) : undefined;
  const problemAt = useCallProblems(form, broken.length === 0);
  const runTest = (): void => {
    if (broken.length > 0 || test.isPending) return;
    const { definition, secrets } = textOf(form);
    test.mutate({ callId: detail?.id ?? null, definition, secrets });
  };
  useShortcut('t', text('test.command'), runTest, { active: !readOnly });
  return (
    <ExternalEditor
      text={text}
      stored={stored}
      listHref={hrefOf('/data/externalcalls')}
      readOnly={readOnly}
      form={saved}
      reason={jsonReason ?? (isCallName(form.name.trim()) ? undefined : text('nameRule'))}
      remove={remove}
      commands={[
        { id: 'test', text: text('test.command'), keys: 't', onSelect: runTest, disabledReason: jsonReason },
        ...(stored ? [{ id: 'copy', text: text('copy'), onSelect: () => onCopy(stored.id) }] : []),
      ]}
      onClose={onClose}
      side={
        <>
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
          {metrics ? (
            <PerformancePart metrics={metrics} period={period} onPeriod={onPeriod} suspends callId={stored?.id} />
          ) : null}
          {stored ? <UsersPart users={users} /> : null}
        </>
      }
    >
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
    </ExternalEditor>
  );
};
