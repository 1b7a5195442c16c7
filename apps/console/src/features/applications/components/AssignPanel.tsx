import { Field, Input, Select } from '@fluentui/react-components';
import { assignApplicationRoles, type ApplicationAccess } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { useAccessMutations } from '../access.queries.ts';
import { rolesToGive } from '../application-form.ts';
import { fittingApplications, sameRoles, rolesIn } from '../application-roles.ts';
import { RoleChoice } from './RoleChoice.tsx';

/** Value of the choice that stands for the whole tenant. */
const EVERYWHERE = '*';

/** Gives an application that is there already roles in an environment. */
export const AssignPanel = (props: {
  readonly access: ApplicationAccess;
  readonly environmentId: string;
  readonly onClose: () => void;
}): ReactNode => {
  const { access, environmentId: here, onClose } = props;
  const text = useText('applications');
  const common = useText('common');
  const { assign } = useAccessMutations();
  const [find, setFind] = useState('');
  const [chosen, setChosen] = useState('');
  const fitting = fittingApplications(access, find);
  const application = fitting.find(({ id }) => id === chosen) ?? fitting[0];
  const startAt = (environmentId: string | null, id = application?.id) => ({
    environmentId,
    roles: id === undefined ? [] : [...rolesIn(access, id, environmentId)],
  });
  const first = access.environments.some(({ id }) => id === here) ? here : (access.environments[0]?.id ?? '');
  const form = useWireForm({
    body: assignApplicationRoles.body
      .omit({ version: true })
      .refine(
        ({ environmentId, roles }) =>
          application === undefined || !sameRoles(roles, rolesIn(access, application.id, environmentId)),
        { path: ['roles'], message: text('access.unchanged') },
      ),
    values: startAt(first),
    texts: { roles: text('grants.roleNeeded') },
    blocked: application === undefined ? text('noneFits') : assign.isPending ? common('saving') : undefined,
    error: assign.error,
    onSubmit: (body) =>
      application &&
      assign.mutate({ id: application.id, body: { ...body, version: application.version } }, { onSuccess: onClose }),
  });
  const { environmentId, roles } = form.watch();
  const choose = (id: string | undefined): void => form.reset(startAt(environmentId, id));
  return (
    <FormPanel
      title={text('access.assign')}
      form={form}
      action={text('access.assignAction')}
      error={assign.error}
      onClose={onClose}
    >
      <Field label={text('find')} size="small">
        <Input
          size="small"
          type="search"
          value={find}
          onChange={(_event, { value }) => {
            setFind(value);
            const left = fittingApplications(access, value);
            choose((left.find(({ id }) => id === chosen) ?? left[0])?.id);
          }}
        />
      </Field>
      <Field label={text('access.application')} size="small">
        <Select
          size="small"
          value={application?.id ?? ''}
          onChange={(_event, { value }) => {
            setChosen(value);
            choose(value);
          }}
        >
          {fitting.map(({ id, displayName }) => (
            <option key={id} value={id}>{`${displayName} (${id.slice(0, 8)})`}</option>
          ))}
        </Select>
      </Field>
      <Field label={text('grants.environment')} size="small">
        <Select
          size="small"
          value={environmentId ?? EVERYWHERE}
          onChange={(_event, { value }) => form.reset(startAt(value === EVERYWHERE ? null : value))}
        >
          {access.rolesEverywhere.length > 0 ? <option value={EVERYWHERE}>{text('everywhere')}</option> : null}
          {access.environments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <RoleChoice
        label={text('access.roles')}
        roles={roles}
        allowed={rolesToGive(access, environmentId)}
        onChange={(next) => form.setValue('roles', [...next], { shouldDirty: true })}
      />
      <p className="soft">{text('grants.hint')}</p>
    </FormPanel>
  );
};
