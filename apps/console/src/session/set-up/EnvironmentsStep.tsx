import { Input, Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { SET_UP_LIMITS } from '@redoubt/contracts';
import { ENVIRONMENT_KINDS, isEnvironmentName, MAX_ENVIRONMENT_NAME, nameKey } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { z } from 'zod';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import type { SetUpDraft } from './set-up-draft.ts';
import { StepButtons, type StepProps } from './StepButtons.tsx';
import { useKeptValues } from './use-kept-values.ts';
import styles from './set-up.module.css';

type Environments = SetUpDraft['environments'];

type EnvironmentsStepProps = StepProps & {
  readonly values: Environments;
  readonly onTyped: (values: Environments) => void;
  readonly onNext: (values: Environments) => void;
};

const root = z.strictObject({
  name: z.string().trim().refine(isEnvironmentName),
  kind: z.enum(ENVIRONMENT_KINDS),
});

/** As the endpoint takes them, with the rules of names that it checks with codes of their own. */
const body = z.strictObject({
  roots: z.array(root).superRefine((roots, context) => {
    const keys = roots.map(({ name }) => nameKey(name));
    for (const [at, key] of keys.entries())
      if (keys.indexOf(key) < at) context.addIssue({ code: 'custom', path: [at, 'kind'] });
  }),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?:[A-Z]{3})?$/),
});

/** The root environments, and what amounts are converted to. */
export const EnvironmentsStep = ({ values, onTyped, onNext, ...rest }: EnvironmentsStepProps) => {
  const text = useText('firstRun');
  const environment = useText('environments');
  const form = useWireForm({
    body,
    values: { roots: [...values.roots], currency: values.currency },
    texts: {
      'roots.name': text('setUp.environmentNameWrong'),
      'roots.kind': text('setUp.environmentNameTaken'),
      currency: text('setUp.currencyWrong'),
    },
    error: rest.error,
    onSubmit: onNext,
  });
  useKeptValues(form, onTyped);
  const roots = form.watch('roots');
  /** What is wrong with a row is said again once it was left: places have moved. */
  const change = (next: Environments['roots']): void => {
    form.clearErrors('roots');
    form.setValue('roots', [...next], { shouldDirty: true });
  };
  return (
    <form className={styles.form} {...form.formProps}>
      <p className="quiet">{text('setUp.environmentsLead')}</p>
      <ol className="plain-list stack-3">
        {roots.map(({ name, kind }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place; its values are held by the form
          <li key={at} className={styles.root}>
            <WireField
              form={form}
              size="medium"
              name={`roots.${at}.name`}
              label={text('setUp.environmentName', { number: at + 1 })}
            >
              <Input maxLength={MAX_ENVIRONMENT_NAME} {...form.register(`roots.${at}.name`)} value={name} />
            </WireField>
            <WireField
              form={form}
              size="medium"
              name={`roots.${at}.kind`}
              label={text('setUp.environmentKind', { number: at + 1 })}
            >
              <Select {...form.register(`roots.${at}.kind`)} value={kind}>
                {ENVIRONMENT_KINDS.map((each) => (
                  <option key={each} value={each}>
                    {environment(`kind.${each}`)}
                  </option>
                ))}
              </Select>
            </WireField>
            {roots.length > 1 ? (
              <CommandButton
                command={{
                  id: 'remove',
                  text: text('setUp.environmentRemove', { number: at + 1 }),
                  icon: DeleteRegular,
                  onSelect: () => change(roots.filter((_root, other) => other !== at)),
                }}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <p className="muted">{environment('form.kindHint')}</p>
      {roots.length < SET_UP_LIMITS.environments ? (
        <div>
          <CommandButton
            appearance="outline"
            command={{
              id: 'add',
              text: text('setUp.environmentAdd'),
              icon: AddRegular,
              onSelect: () => change([...roots, { name: '', kind: 'Sandbox' }]),
            }}
          />
        </div>
      ) : null}
      <WireField
        form={form}
        size="medium"
        name="currency"
        label={text('setUp.currency')}
        hint={text('setUp.currencyHint')}
      >
        <Input maxLength={3} className={styles.currency} {...form.register('currency')} />
      </WireField>
      <StepButtons {...rest} disabledReason={form.disabledReason} />
    </form>
  );
};
