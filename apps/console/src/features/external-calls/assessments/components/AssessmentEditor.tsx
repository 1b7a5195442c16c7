import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import type { CallableAssessment, CallPeriod, ExternalAssessmentDetail } from '@redoubt/contracts';
import { isCallName, MAX_CALL_NAME, type DefinedAssessmentKind } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CheckedField, Empty, Section, ToneChip } from '@redoubt/ui';
import { useCall, useEnvironment } from '../../../../app/console-context.tsx';
import { hrefOf } from '../../../../routes/address.ts';
import { ConsolePage } from '../../../../shell/ConsolePage.tsx';
import styles from '../../../../shared/external-calls/external-calls.module.css';
import { PerformancePart } from '../../../../shared/external-calls/PerformancePart.tsx';
import { ExternalEditor } from '../../components/ExternalEditor.tsx';
import { UsersPart } from '../../components/UsersPart.tsx';
import { useSavedForm } from '../../use-saved-form.ts';
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
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const provided = useProvidedNames();
  const { create, change, remove } = useAssessmentMutations();
  const targetOf = ({ assessment }: Form) => targets.find((each) => each.assessment === assessment);
  const saved = useSavedForm({
    start: () => startOf(detail, targets),
    formOf: (kept: ExternalAssessmentDetail) => startOf(kept, targets),
    stored: detail,
    bodyOf: (typed: Form) =>
      targetOf(typed) !== undefined && isCallName(typed.name.trim())
        ? {
            name: typed.name,
            description: typed.description,
            target: { assessment: typed.assessment as DefinedAssessmentKind, environmentId: typed.environmentId },
          }
        : undefined,
    create,
    change,
    onMade,
  });
  const { form, update } = saved;
  const readOnly = detail !== null && !detail.canWrite;
  const users = detail?.users ?? [];
  const target = targetOf(form);
  const problem = saved.isChanged ? null : (detail?.target.problem ?? null);
  const listHref = hrefOf('/data/externalassessments');
  if (detail === null && targets.length === 0) {
    return (
      <ConsolePage title={text('new')} crumb={text('new')} list={{ text: text('title'), href: listHref }}>
        <Empty title={text('noTarget.title')} body={text('noTarget.body')} />
      </ConsolePage>
    );
  }
  return (
    <ExternalEditor
      text={text}
      stored={detail}
      listHref={listHref}
      readOnly={readOnly}
      form={saved}
      reason={
        !isCallName(form.name.trim()) ? text('nameRule') : target === undefined ? text('chooseTarget') : undefined
      }
      remove={remove}
      chip={problem === null ? null : <ToneChip tone="reject" text={text(`problem.${problem}`)} />}
      onClose={onClose}
      side={
        detail ? (
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
        )
      }
    >
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
      {target ? <ApiPreview name={isCallName(form.name.trim()) ? form.name.trim() : 'name'} target={target} /> : null}
    </ExternalEditor>
  );
};
