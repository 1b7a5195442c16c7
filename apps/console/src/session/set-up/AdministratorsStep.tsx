import { Textarea } from '@fluentui/react-components';
import { SET_UP_LIMITS } from '@redoubt/contracts';
import { isInvitableUsername } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { z } from 'zod';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import { usernamesOf } from './set-up-draft.ts';
import { StepButtons, type StepProps } from './StepButtons.tsx';
import { useKeptValues } from './use-kept-values.ts';
import styles from './set-up.module.css';

type AdministratorsStepProps = StepProps & {
  readonly username: string;
  readonly mailsInvitations: boolean;
  readonly value: string;
  readonly onTyped: (lines: string) => void;
  readonly onNext: (lines: string) => void;
};

const body = z.strictObject({
  usernames: z.string().refine((lines) => {
    const names = usernamesOf(lines);
    return names.length <= SET_UP_LIMITS.administrators && names.every(isInvitableUsername);
  }),
});

/** Who administers beside the person who sets up. */
export const AdministratorsStep = (props: AdministratorsStepProps) => {
  const { username, mailsInvitations, value, onTyped, onNext, ...rest } = props;
  const text = useText('firstRun');
  const form = useWireForm({
    body,
    values: { usernames: value },
    texts: { usernames: text('setUp.administratorsWrong', { most: SET_UP_LIMITS.administrators }) },
    error: rest.error,
    fieldOf: { 'ACCESS-USERNAME-INVALID': 'usernames' },
    onSubmit: ({ usernames }) => onNext(usernames),
  });
  useKeptValues(form, ({ usernames }) => onTyped(usernames));
  return (
    <form className={styles.form} {...form.formProps}>
      <p className="quiet">{text('setUp.administratorsLead', { username })}</p>
      <WireField
        form={form}
        size="medium"
        name="usernames"
        label={text('setUp.administrators')}
        hint={text(mailsInvitations ? 'setUp.administratorsMailed' : 'setUp.administratorsTold')}
      >
        <Textarea rows={4} {...form.register('usernames')} />
      </WireField>
      <StepButtons {...rest} disabledReason={form.disabledReason} isTold={form.isToldAtField} />
    </form>
  );
};
