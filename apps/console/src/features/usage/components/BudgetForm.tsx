import { Field, Input, Select } from '@fluentui/react-components';
import { putUsageBudget, usageBudget, USAGE_CAPABILITIES, type BodyIn, type BudgetState } from '@redoubt/contracts';
import { BUDGET_PERIODS, DEFAULT_ALERTS_AT, type BudgetPeriod } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { DateTimeText } from '@redoubt/ui';
import { Fragment, useState, type ReactNode } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';

const typed = putUsageBudget.body.extend({ budget: usageBudget });
const MONTH_LENGTH = 7;
const TYPED = { shouldDirty: true, shouldValidate: true } as const;
/** The form also asks them about the values that fields begin with. */
const AS_NUMBER = { setValueAs: (value: string | number) => typedNumber(String(value)) };
const AS_PERCENTS = {
  setValueAs: (value: string | readonly number[]) =>
    String(value)
      .split(/[\s,;%]+/)
      .filter((part) => part !== '')
      .map(typedNumber),
};

export type BudgetWrite = BodyIn<typeof putUsageBudget>;

type BudgetFormProps = {
  readonly budgets: readonly BudgetState[];
  /** What they are of. */
  readonly of: 'here' | 'tenant';
  readonly asOf: string;
  readonly canWrite: boolean;
  readonly put: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (write: BudgetWrite, options: { readonly onSuccess: () => void }) => void;
    readonly reset: () => void;
  };
  readonly onClose: () => void;
};

/** What is planned to be used of one capability after the other. */
export const BudgetForm = ({ budgets, of, asOf, canWrite, put, onClose }: BudgetFormProps): ReactNode => {
  const text = useText('usage');
  const common = useText('common');
  const notify = useNotify();
  const [capability, setCapability] = useState<BudgetState['capability']>(
    () => budgets.find(({ budget }) => budget !== null)?.capability ?? USAGE_CAPABILITIES[0],
  );
  const stateOf = (wanted: typeof capability) => budgets.find((each) => each.capability === wanted);
  const valuesOf = (wanted: typeof capability) => {
    const state = stateOf(wanted);
    const budget = state?.budget ?? {
      amount: Number.NaN,
      period: 'month' as const,
      startsOn: `${asOf.slice(0, MONTH_LENGTH)}-01`,
      alertsAt: [...DEFAULT_ALERTS_AT],
    };
    return { capability: wanted, version: state?.version ?? '0', budget };
  };
  const state = stateOf(capability);
  const tell = (title: string) => ({
    onSuccess: () => {
      notify({ severity: 'Success', title });
      onClose();
    },
  });
  const form = useWireForm({
    body: typed,
    values: valuesOf(capability),
    texts: {
      'budget.amount': text('budget.form.amountWrong'),
      'budget.startsOn': text('budget.form.startsOnWrong'),
      'budget.alertsAt': text('budget.form.alertsAtWrong'),
    },
    blocked: put.isPending ? common('saving') : canWrite ? undefined : text('budget.form.readOnly'),
    error: put.error,
    onSubmit: (body) => put.mutate(body, tell(text('budget.form.saved'))),
  });
  const period = form.watch('budget.period');
  return (
    <FormPanel
      title={text('budget.form.title')}
      form={{ ...form, disabledReason: form.disabledReason ?? (form.isDirty ? undefined : text('billing.form.same')) }}
      action={common('action.save')}
      error={put.error}
      commands={
        state && state.budget !== null && canWrite
          ? [
              {
                id: 'removeBudget',
                text: text('budget.form.remove'),
                onSelect: () =>
                  put.mutate({ capability, version: state.version, budget: null }, tell(text('budget.form.removed'))),
                disabledReason: put.isPending ? common('saving') : undefined,
              },
            ]
          : []
      }
      onClose={onClose}
    >
      <p className="muted">
        {text(`budget.form.${of}`)} {text('budget.form.what')}
      </p>
      <Field size="small" label={text('column.capability')}>
        <Select
          size="small"
          value={capability}
          onChange={(_event, { value }) => {
            const chosen = USAGE_CAPABILITIES.find((each) => each === value) ?? capability;
            setCapability(chosen);
            put.reset();
            form.reset(valuesOf(chosen));
          }}
        >
          {USAGE_CAPABILITIES.map((each) => (
            <option key={each} value={each}>
              {text(`capability.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Fragment key={capability}>
        {state?.changed ? (
          <p className="quiet-small m-0">
            {text('billing.changed', { by: state.changed.by })} <DateTimeText at={state.changed.at} />
          </p>
        ) : null}
        <WireField form={form} name="budget.amount" label={text('budget.form.amount')}>
          <Input
            size="small"
            inputMode="numeric"
            readOnly={!canWrite}
            {...form.register('budget.amount', AS_NUMBER)}
            defaultValue={String(state?.budget?.amount ?? '')}
          />
        </WireField>
        <WireField form={form} name="budget.period" label={text('budget.form.period')}>
          <Select
            size="small"
            disabled={!canWrite}
            value={period}
            onChange={(_event, { value }) => form.setValue('budget.period', value as BudgetPeriod, TYPED)}
          >
            {BUDGET_PERIODS.map((each) => (
              <option key={each} value={each}>
                {text(`budget.form.${each}`)}
              </option>
            ))}
          </Select>
        </WireField>
        <WireField
          form={form}
          name="budget.startsOn"
          label={text('budget.form.startsOn')}
          hint={text('budget.form.startsOnHint')}
        >
          <Input size="small" type="date" readOnly={!canWrite} {...form.register('budget.startsOn')} />
        </WireField>
        <WireField
          form={form}
          name="budget.alertsAt"
          label={text('budget.form.alertsAt')}
          hint={text('budget.form.alertsAtHint')}
        >
          <Input
            size="small"
            readOnly={!canWrite}
            {...form.register('budget.alertsAt', AS_PERCENTS)}
            defaultValue={valuesOf(capability).budget.alertsAt.join(', ')}
          />
        </WireField>
      </Fragment>
    </FormPanel>
  );
};
