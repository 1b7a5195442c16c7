import { Input, Select } from '@fluentui/react-components';
import { assignRoles, type AccessOptions, type PersonRow } from '@redoubt/contracts';
import { MAX_ASSIGNMENT_REASON, type Role } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { usePeopleMutations } from '../people.queries.ts';
import { EndField } from './EndField.tsx';
import { RoleBoxes } from './RoleBoxes.tsx';
import { chosenOf, TargetField } from './TargetField.tsx';

/** Value of the choice that stands for the whole tenant. */
const EVERYWHERE = '*';

/** Gives roles to people and groups, known or not, in an environment and all below it. */
export const AssignPanel = (props: {
  readonly options: AccessOptions;
  readonly environmentId: string;
  /** Who is chosen at first. */
  readonly first: readonly PersonRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { options, environmentId: here, first, onDone, onClose } = props;
  const text = useText('people');
  const common = useText('common');
  const { assign } = usePeopleMutations();
  const [chosen, setChosen] = useState(() => first.map(chosenOf));
  const start = options.environments.some(({ id }) => id === here) ? here : (options.environments[0]?.id ?? null);
  const form = useWireForm({
    body: assignRoles.body.refine(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > Date.now(), {
      path: ['expiresAt'],
    }),
    values: {
      targets: chosen.map(({ target }) => target),
      environmentId: start,
      roles: [],
      expiresAt: null,
      reason: '',
    },
    texts: {
      targets: text('assign.nobody'),
      roles: text('assign.roleNeeded'),
      expiresAt: text('assign.past'),
    },
    blocked: assign.isPending ? common('saving') : undefined,
    error: assign.error,
    onSubmit: (body) => assign.mutate(body, { onSuccess: onDone }),
  });
  const { environmentId, roles, expiresAt = null } = form.watch();
  const allowed: readonly Role[] =
    environmentId === null
      ? options.rolesEverywhere
      : (options.environments.find(({ id }) => id === environmentId)?.roles ?? []);
  const invites = chosen.some(({ target }) => target.kind === 'invitation');
  return (
    <FormPanel
      title={text('assign.command')}
      form={form}
      action={text('assign.action')}
      error={assign.error}
      onClose={onClose}
    >
      <TargetField
        chosen={chosen}
        onChange={(next) => {
          setChosen([...next]);
          form.setValue(
            'targets',
            next.map(({ target }) => target),
            { shouldDirty: true },
          );
        }}
      />
      {invites ? <p className="soft m-0">{text(options.sendsMail ? 'assign.mail' : 'assign.noMail')}</p> : null}
      {chosen.some(({ isSelf }) => isSelf) ? (
        <p className="problem-text m-0" role="status">
          {text('assign.self')}
        </p>
      ) : null}
      <WireField form={form} name="environmentId" label={text('assign.environment')} hint={text('assign.flows')}>
        <Select
          size="small"
          value={environmentId ?? EVERYWHERE}
          onChange={(_event, { value }) => {
            form.setValue('environmentId', value === EVERYWHERE ? null : value, { shouldDirty: true });
            form.setValue('roles', []);
          }}
        >
          {options.rolesEverywhere.length > 0 ? <option value={EVERYWHERE}>{text('wholeTenant')}</option> : null}
          {options.environments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </WireField>
      <RoleBoxes
        label={text('assign.roles')}
        roles={options.roles}
        allowed={allowed}
        chosen={roles}
        onChange={(next) => form.setValue('roles', next, { shouldDirty: true })}
      />
      <EndField
        value={expiresAt}
        problem={form.problemAt('expiresAt')}
        onChange={(next) => form.setValue('expiresAt', next, { shouldDirty: true, shouldValidate: true })}
      />
      <WireField form={form} name="reason" label={text('assign.reason')} hint={text('assign.reasonHint')}>
        <Input size="small" maxLength={MAX_ASSIGNMENT_REASON} {...form.register('reason')} />
      </WireField>
    </FormPanel>
  );
};
