import { Checkbox, Field, Input, Textarea } from '@fluentui/react-components';
import { putCaseSettings, type CaseSettingsDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { SaveRow } from './SaveRow.tsx';
import styles from '../case-settings.module.css';
import { usePutCaseSettings } from '../case-settings.queries.ts';
import { limitsOf, limitLines } from '../../../shared/forms/limit-lines.ts';

const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));
const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const LIMIT_ROWS = 3;

/** Hold, second review and privacy of the environment in force. */
export const SettingsForm = ({ detail }: { readonly detail: CaseSettingsDetail }): ReactNode => {
  const { canWrite, version, holdSeconds, secondReview, hidesAgents, masksPersonal } = detail;
  const text = useText('caseSettings');
  const common = useText('common');
  const put = usePutCaseSettings();
  const [hold, setHold] = useState(String(holdSeconds));
  const [share, setShare] = useState(String(secondReview.sharePercent));
  const [limits, setLimits] = useState(limitLines(secondReview.limits));
  const form = useWireForm({
    body: putCaseSettings.body,
    values: { version, holdSeconds, secondReview, hidesAgents, masksPersonal },
    texts: {
      holdSeconds: text('settings.holdWrong'),
      'secondReview.sharePercent': text('settings.shareWrong'),
      'secondReview.limits': text('settings.limitsWrong'),
      'secondReview.limits.currency': text('settings.limitsWrong'),
      'secondReview.limits.amount': text('settings.limitsWrong'),
    },
    blocked: put.isPending ? common('saving') : undefined,
    error: put.error,
    onSubmit: (body) => put.mutate(body),
  });
  return (
    <form className="stack-4 prose" {...form.formProps}>
      <WireField form={form} name="holdSeconds" label={text('settings.hold')} hint={text('settings.holdHint')}>
        <Input
          size="small"
          className={styles.number}
          inputMode="numeric"
          readOnly={!canWrite}
          value={hold}
          onChange={(_event, { value }) => {
            setHold(value);
            form.setValue('holdSeconds', numberOf(value), TYPED);
          }}
        />
      </WireField>
      <WireField
        form={form}
        name="secondReview.sharePercent"
        label={text('settings.share')}
        hint={text('settings.shareHint')}
      >
        <Input
          size="small"
          className={styles.number}
          inputMode="decimal"
          readOnly={!canWrite}
          value={share}
          onChange={(_event, { value }) => {
            setShare(value);
            form.setValue('secondReview.sharePercent', numberOf(value), TYPED);
          }}
        />
      </WireField>
      <WireField
        form={form}
        name="secondReview.limits"
        label={text('settings.limits')}
        hint={text('settings.limitsHint')}
      >
        <Textarea
          size="small"
          rows={LIMIT_ROWS}
          readOnly={!canWrite}
          value={limits}
          onChange={(_event, { value }) => {
            setLimits(value);
            form.setValue('secondReview.limits', limitsOf(value), TYPED);
          }}
        />
      </WireField>
      <Checkbox
        label={text('settings.hidesAgents')}
        disabled={!canWrite}
        checked={form.watch('hidesAgents')}
        onChange={(_event, { checked }) => form.setValue('hidesAgents', checked === true, { shouldDirty: true })}
      />
      <Field hint={text('settings.masksPersonalHint')}>
        <Checkbox
          label={text('settings.masksPersonal')}
          disabled={!canWrite}
          checked={form.watch('masksPersonal')}
          onChange={(_event, { checked }) => form.setValue('masksPersonal', checked === true, { shouldDirty: true })}
        />
      </Field>
      <SaveRow id="saveSettings" form={form} error={put.error} canWrite={canWrite} />
    </form>
  );
};
