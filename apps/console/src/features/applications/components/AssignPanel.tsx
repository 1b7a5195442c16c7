import { Field, Input, Select } from '@fluentui/react-components';
import type { ApplicationAccess } from '@redoubt/contracts';
import type { ApiRole } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useAccessMutations } from '../access.queries.ts';
import { rolesToGive } from '../application-form.ts';
import { fittingApplications, rolesIn, sameRoles } from '../application-roles.ts';
import { RoleChoice } from './RoleChoice.tsx';

/** Value of the choice that stands for the whole tenant. */
const EVERYWHERE = '*';

/** Gives an application that is there already roles in an environment. */
export const AssignPanel = (props: {
  readonly access: ApplicationAccess;
  readonly environmentId: string;
  readonly onClose: () => void;
}): ReactNode => {
  const { access, environmentId, onClose } = props;
  const text = useText('applications');
  const common = useText('common');
  const { assign } = useAccessMutations();
  const [find, setFind] = useState('');
  const [chosen, setChosen] = useState('');
  const [place, setPlace] = useState(
    access.environments.some(({ id }) => id === environmentId) ? environmentId : (access.environments[0]?.id ?? ''),
  );
  const [changed, setChanged] = useState<readonly ApiRole[] | null>(null);
  const fitting = fittingApplications(access, find);
  const application = fitting.find(({ id }) => id === chosen) ?? fitting[0];
  const target = place === EVERYWHERE ? null : place;
  const held = application ? rolesIn(access, application.id, target) : [];
  const roles = changed ?? held;
  const disabledReason =
    application === undefined
      ? text('noneFits')
      : roles.length === 0
        ? text('grants.roleNeeded')
        : sameRoles(roles, held)
          ? text('access.unchanged')
          : assign.isPending
            ? common('saving')
            : undefined;
  const save = (): void => {
    if (disabledReason !== undefined || application === undefined) return;
    assign.mutate(
      { id: application.id, body: { version: application.version, environmentId: target, roles: [...roles] } },
      { onSuccess: onClose },
    );
  };
  return (
    <SidePanel
      title={text('access.assign')}
      onClose={onClose}
      footer={
        <>
          <CommandButton
            primary
            command={{ id: 'assign', text: text('access.assignAction'), onSelect: save, disabledReason }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </>
      }
    >
      <div className="stack-4 prose">
        <Field label={text('find')} size="small">
          <Input
            size="small"
            type="search"
            value={find}
            onChange={(_event, { value }) => {
              setFind(value);
              setChanged(null);
            }}
          />
        </Field>
        <Field label={text('access.application')} size="small">
          <Select
            size="small"
            value={application?.id ?? ''}
            onChange={(_event, { value }) => {
              setChosen(value);
              setChanged(null);
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
            value={place}
            onChange={(_event, { value }) => {
              setPlace(value);
              setChanged(null);
            }}
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
          allowed={rolesToGive(access, target)}
          onChange={setChanged}
        />
        <p className="soft">{text('grants.hint')}</p>
        {assign.error ? <ErrorState error={assign.error} compact /> : null}
      </div>
    </SidePanel>
  );
};
