import { Field, Input, Select } from '@fluentui/react-components';
import { changeAssignments } from '@redoubt/contracts';
import { MAX_ASSIGNMENT_REASON, ROLE_NAMES, type Role } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { usePeopleMutations } from '../people.queries.ts';
import type { Revocable } from '../marked.ts';
import { EndField } from './EndField.tsx';

/** Changes when roles end, and which they are; of one person or several. */
export const ChangePanel = (props: {
  readonly assignments: readonly Revocable[];
  readonly roles: readonly Role[];
  readonly isSelf: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { assignments, roles, isSelf, onDone, onClose } = props;
  const text = useText('people');
  const common = useText('common');
  const { change } = usePeopleMutations();
  const [only] = assignments.length === 1 ? assignments : [];
  const form = useWireForm({
    body: changeAssignments.body.refine(
      ({ expiresAt }) => typeof expiresAt !== 'string' || Date.parse(expiresAt) > Date.now(),
      { path: ['expiresAt'] },
    ),
    values: {
      assignments: assignments.map(({ id, version }) => ({ id, version })),
      expiresAt: only?.expiresAt ?? null,
      ...(only ? { reason: only.reason } : {}),
    },
    texts: { expiresAt: text('assign.past') },
    blocked: change.isPending ? common('saving') : undefined,
    error: change.error,
    onSubmit: (body) => change.mutate(body, { onSuccess: onDone }),
  });
  const { role, expiresAt = null } = form.watch();
  const title = only
    ? text('change.title', { role: ROLE_NAMES[only.role] })
    : text('change.markedTitle', { count: assignments.length });
  return (
    <FormPanel title={title} form={form} action={text('change.action')} error={change.error} onClose={onClose}>
      <p className="soft m-0">{assignments.map((each) => `${each.holder}: ${ROLE_NAMES[each.role]}`).join(' · ')}</p>
      {isSelf ? (
        <p className="problem-text m-0" role="status">
          {text('assign.self')}
        </p>
      ) : null}
      <Field label={text('change.role')} size="small">
        <Select
          size="small"
          value={role ?? ''}
          onChange={(_event, { value }) =>
            form.setValue(
              'role',
              roles.find((each) => each === value),
              { shouldDirty: true },
            )
          }
        >
          <option value="">{text('change.same')}</option>
          {roles.map((each) => (
            <option key={each} value={each}>
              {ROLE_NAMES[each]}
            </option>
          ))}
        </Select>
      </Field>
      <EndField
        value={expiresAt}
        problem={form.problemAt('expiresAt')}
        onChange={(next) => form.setValue('expiresAt', next, { shouldDirty: true, shouldValidate: true })}
      />
      {only ? (
        <WireField form={form} name="reason" label={text('assign.reason')} hint={text('assign.reasonHint')}>
          <Input size="small" maxLength={MAX_ASSIGNMENT_REASON} {...form.register('reason')} />
        </WireField>
      ) : null}
    </FormPanel>
  );
};
