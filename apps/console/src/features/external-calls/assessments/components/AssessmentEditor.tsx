import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import type { CallableAssessment, CallPeriod, ExternalAssessmentDetail } from '@redoubt/contracts';
import { isCallName, MAX_CALL_NAME } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import {
  CheckedField,
  Chip,
  ConfirmPanel,
  Empty,
  ErrorState,
  Section,
  ToneChip,
  useShortcut,
  type Command,
} from '@redoubt/ui';
import { useState } from 'react';
import { useCall, useEnvironment } from '../../../../app/console-context.tsx';
import { hrefOf } from '../../../../routes/address.ts';
import { ConsolePage } from '../../../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../../../shell/ReadOnlyChip.tsx';
import styles from '../../../../shared/external-calls/external-calls.module.css';
import { PerformancePart } from '../../../../shared/external-calls/PerformancePart.tsx';
import { UsersPart } from '../../components/UsersPart.tsx';
import { assessmentMetricsQuery, useAssessmentMutations } from '../external-assessments.queries.ts';
import { ApiPreview } from './ApiPreview.tsx';

export type AssessmentEditorProps = {
  /** The external assessment to edit; null begins a new one. */
  readonly detail: ExternalAssessmentDetail | null;
  /** What it may point to. */
  readonly targets: readonly CallableAssessment[];
  readonly period: CallPeriod;
  readonly onPeriod: (period: CallPeriod) => void;
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
};

type Form = {
  readonly name: string;
  readonly description: string;
  readonly assessment: string;
  readonly environmentId: string;
};

const startOf = (detail: ExternalAssessmentDetail | null, [first]: readonly CallableAssessment[]): Form => ({
  name: detail?.name ?? '',
  description: detail?.description ?? '',
  assessment: detail?.target.assessment ?? first?.assessment ?? '',
  environmentId: detail?.target.environmentId ?? first?.environments[0]?.id ?? '',
});

/** An external assessment: its name and target, how rules call it, and how its calls did. */
export const AssessmentEditor = (props: AssessmentEditorProps) => {
  const { detail, targets, period, onPeriod, onMade, onClose } = props;
  const text = useText('externalAssessments');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const provided = useProvidedNames();
  const { create, change, remove } = useAssessmentMutations();
  const [form, setForm] = useState<Form>(() => startOf(detail, targets));
  const [isChanged, setChanged] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const readOnly = detail !== null && !detail.canWrite;
  const users = detail?.users ?? [];
  const target = targets.find(({ assessment }) => assessment === form.assessment);
  const problem = isChanged ? null : (detail?.target.problem ?? null);
  const update = (part: Partial<Form>): void => {
    setForm((before) => ({ ...before, ...part }));
    setChanged(true);
  };

  const reason = !isCallName(form.name.trim())
    ? text('nameRule')
    : target === undefined
      ? text('chooseTarget')
      : undefined;
  const isSaving = create.isPending || change.isPending;
  const save = (): void => {
    if (reason !== undefined || isSaving || !isChanged || target === undefined) return;
    const said = {
      name: form.name,
      description: form.description,
      target: { assessment: target.assessment, environmentId: form.environmentId },
    };
    const options = {
      onSuccess: (saved: ExternalAssessmentDetail) => {
        setForm(startOf(saved, targets));
        setChanged(false);
        if (detail === null) onMade(saved.id);
      },
    };
    if (detail) change.mutate({ id: detail.id, version: detail.version, ...said }, options);
    else create.mutate(said, options);
  };
  useShortcut('Ctrl S', common('action.save'), save, { active: !readOnly, inFields: true, always: true });
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
        ...(detail
          ? [
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
  const title = detail?.name ?? text('new');
  const list = { text: text('title'), href: hrefOf('/data/externalassessments') };
  if (detail === null && targets.length === 0) {
    return (
      <ConsolePage title={title} crumb={title} list={list}>
        <Empty title={text('noTarget.title')} body={text('noTarget.body')} />
      </ConsolePage>
    );
  }
  return (
    <ConsolePage
      title={title}
      crumb={title}
      list={list}
      commands={commands}
      strongFirst={!readOnly}
      chips={
        <>
          {isChanged ? <Chip>{common('unsaved')}</Chip> : null}
          {readOnly ? <ReadOnlyChip /> : null}
          {problem === null ? null : <ToneChip tone="reject" text={text(`problem.${problem}`)} />}
        </>
      }
      aside={detail ? text('changedBy', { by: detail.changed.by, at: formats.dateTime(detail.changed.at) }) : null}
    >
      <div className={styles.editor}>
        <div className={styles.fields}>
          {isDeleting && detail ? (
            <ConfirmPanel
              title={text('deleteTitle', { name: detail.name })}
              confirmText={common('action.delete')}
              busy={remove.isPending}
              onConfirm={() => remove.mutate({ id: detail.id, version: detail.version }, { onSuccess: onClose })}
              onCancel={() => setDeleting(false)}
            >
              {text('deleteBody')}
            </ConfirmPanel>
          ) : null}
          {failure ? <ErrorState error={failure} compact /> : null}
          <Section title={text('part.target')}>
            <div className="stack-3 prose">
              <CheckedField
                label={text('field.name')}
                required
                hint={users.length > 0 ? text('frozen') : text('nameHint')}
                problem={isCallName(form.name.trim()) ? undefined : text('nameRule')}
              >
                <Input
                  size="small"
                  className={styles.mono ?? ''}
                  value={form.name}
                  maxLength={MAX_CALL_NAME}
                  readOnly={readOnly || users.length > 0}
                  onChange={(_event, data) => update({ name: data.value })}
                />
              </CheckedField>
              <Field label={text('field.description')} size="small">
                <Textarea
                  size="small"
                  rows={2}
                  value={provided.shown(form.description)}
                  maxLength={500}
                  readOnly={readOnly}
                  onChange={(_event, data) => update({ description: data.value })}
                />
              </Field>
              <Field label={text('field.assessment')} size="small" required>
                <Select
                  size="small"
                  value={form.assessment}
                  disabled={readOnly}
                  onChange={(_event, { value }) => {
                    const next = targets.find(({ assessment }) => assessment === value);
                    if (next) update({ assessment: value, environmentId: next.environments[0]?.id ?? '' });
                  }}
                >
                  {target ? null : (
                    <option value={form.assessment}>{detail?.target.friendlyName ?? text('chooseTarget')}</option>
                  )}
                  {targets.map(({ assessment, friendlyName, root, sharing }) => (
                    <option key={assessment} value={assessment}>
                      {`${friendlyName} (${root.name}, ${text(`sharing.${sharing}`)})`}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field label={text('field.environment')} size="small" required hint={text('environmentHint')}>
                <Select
                  size="small"
                  value={form.environmentId}
                  disabled={readOnly}
                  onChange={(_event, { value }) => update({ environmentId: value })}
                >
                  {target ? null : <option value={form.environmentId}>{detail?.target.environmentName ?? ''}</option>}
                  {(target?.environments ?? []).map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
          </Section>
          {target ? (
            <ApiPreview name={isCallName(form.name.trim()) ? form.name.trim() : 'name'} target={target} />
          ) : null}
        </div>
        <div className={styles.side}>
          {detail ? (
            <>
              <PerformancePart
                metrics={assessmentMetricsQuery(call, environmentId, detail.id, period)}
                period={period}
                onPeriod={onPeriod}
              />
              <UsersPart users={users} />
            </>
          ) : (
            <Section title={text('how.title')}>
              <p className="soft">{text('how.body')}</p>
            </Section>
          )}
        </div>
      </div>
    </ConsolePage>
  );
};
