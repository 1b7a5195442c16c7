import { Checkbox, Field, Input, Textarea } from '@fluentui/react-components';
import { putControlShare, type ControlShareDetail } from '@redoubt/contracts';
import { CONTROLLED_DECISIONS, type ControlledDecision } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { isRequested } from '../../../api/api-error.ts';
import { useEnvironment } from '../../../app/console-context.tsx';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { limitLines, limitsOf } from '../../../shared/forms/limit-lines.ts';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { usePutControlShare } from './control-share.queries.ts';
import styles from './control-share.module.css';

const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const LIMIT_ROWS = 3;

/** Shares of single rules as they are typed; a rule without one has the general share. */
type Typed = Readonly<Record<string, string>>;

const rulesOf = (typed: Typed) =>
  Object.entries(typed).flatMap(([ruleId, value]) =>
    value.trim() === '' ? [] : [{ ruleId, sharePercent: typedNumber(value) }],
  );

/** The share, what it may let pass, up to which amounts, and shares of single rules. */
export const ControlShareForm = ({
  detail,
  onClose,
}: {
  readonly detail: ControlShareDetail;
  readonly onClose: () => void;
}): ReactNode => {
  const { canWrite, version, sharePercent, decisions, limits, rules, ruleNames } = detail;
  const text = useText('rules');
  const common = useText('common');
  const { shown } = useProvidedNames();
  const here = useEnvironment();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const put = usePutControlShare();
  const [share, setShare] = useState(String(sharePercent));
  const [lines, setLines] = useState(limitLines(limits));
  const [ofRules, setOfRules] = useState<Typed>(() =>
    Object.fromEntries(rules.map((rule) => [rule.ruleId, String(rule.sharePercent)])),
  );
  const wrongLimit = text('control.limitsWrong');
  const form = useWireForm({
    body: putControlShare.body,
    values: { version, sharePercent, decisions, limits, rules },
    texts: {
      sharePercent: text('control.shareWrong'),
      limits: wrongLimit,
      'limits.currency': wrongLimit,
      'limits.amount': wrongLimit,
      rules: text('control.shareWrong'),
      'rules.sharePercent': text('control.shareWrong'),
    },
    blocked: put.isPending ? common('saving') : canWrite ? undefined : text('control.readOnly'),
    error: put.error,
    onSubmit: (body) =>
      put.mutate(body, {
        onSuccess: () => {
          notify({ severity: 'Success', title: text('control.saved') });
          onClose();
        },
        onError: (error) => {
          if (!isRequested(error)) return;
          notifyFailure(error);
          onClose();
        },
      }),
  });
  const chosen = form.watch('decisions');
  const choose = (decision: ControlledDecision, on: boolean): void =>
    form.setValue(
      'decisions',
      CONTROLLED_DECISIONS.filter((each) => (each === decision ? on : chosen.includes(each))),
      TYPED,
    );
  const typeRule = (ruleId: string, value: string): void => {
    const next = { ...ofRules, [ruleId]: value };
    setOfRules(next);
    form.setValue('rules', rulesOf(next), TYPED);
  };
  return (
    <FormPanel
      over
      title={text('control.title')}
      form={{ ...form, disabledReason: form.disabledReason ?? (form.isDirty ? undefined : text('settings.same')) }}
      action={common('action.save')}
      error={put.error}
      onClose={onClose}
    >
      <p className="muted">{text('control.what')}</p>
      <WireField form={form} name="sharePercent" label={text('control.share')} hint={text('control.shareHint')}>
        <Input
          inputMode="decimal"
          className={styles.number}
          contentAfter="%"
          readOnly={!canWrite}
          value={share}
          onChange={(_event, { value }) => {
            setShare(value);
            form.setValue('sharePercent', typedNumber(value), TYPED);
          }}
        />
      </WireField>
      <Field label={text('control.decisions')} size="small">
        <div className="row-wrap">
          {CONTROLLED_DECISIONS.map((decision) => (
            <Checkbox
              key={decision}
              label={common(`decision.${decision}`)}
              disabled={!canWrite}
              checked={chosen.includes(decision)}
              onChange={(_event, { checked }) => choose(decision, checked === true)}
            />
          ))}
        </div>
      </Field>
      <WireField form={form} name="limits" label={text('control.limits')} hint={text('control.limitsHint')}>
        <Textarea
          rows={LIMIT_ROWS}
          readOnly={!canWrite}
          value={lines}
          onChange={(_event, { value }) => {
            setLines(value);
            form.setValue('limits', limitsOf(value), TYPED);
          }}
        />
      </WireField>
      {ruleNames.length === 0 ? null : (
        <WireField form={form} name="rules" label={text('control.rules')} hint={text('control.rulesHint')}>
          <table className="w-full">
            <tbody>
              {ruleNames.map(({ ruleId, name, environment }) => (
                <tr key={ruleId}>
                  <td>
                    {shown(name)}
                    {environment === here.name ? null : <span className="soft"> · {environment}</span>}
                  </td>
                  <td className="text-right">
                    <Input
                      size="small"
                      inputMode="decimal"
                      className={styles.number}
                      contentAfter="%"
                      aria-label={text('control.ofRule', { name: shown(name) })}
                      readOnly={!canWrite}
                      placeholder={share}
                      value={ofRules[ruleId] ?? ''}
                      onChange={(_event, { value }) => typeRule(ruleId, value)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </WireField>
      )}
    </FormPanel>
  );
};
