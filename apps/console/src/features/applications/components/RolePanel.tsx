import { assignApplicationRoles, type ApplicationAccess, type ApplicationRole } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Facts, IdText, SidePanel } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { useAccessMutations } from '../access.queries.ts';
import { rolesToGive } from '../application-form.ts';
import { sameRoles } from '../application-roles.ts';
import styles from './applications.module.css';
import { RoleChoice } from './RoleChoice.tsx';
import { StatusChip } from './StatusChip.tsx';

/** What one application holds in one environment, to be changed or taken away. */
export const RolePanel = (props: {
  readonly role: ApplicationRole;
  readonly access: ApplicationAccess;
  readonly isMarked: boolean;
  readonly onMark: () => void;
  readonly onRevoke: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { role, access, isMarked, onMark, onRevoke, onClose } = props;
  const text = useText('applications');
  const common = useText('common');
  const formats = useFormats();
  const { assign } = useAccessMutations();
  const { applicationId, environmentId, version, canWrite } = role;
  const environment = role.environment ?? text('everywhere');
  const form = useWireForm({
    body: assignApplicationRoles.body
      .pick({ roles: true })
      .refine(({ roles }) => !sameRoles(roles, role.roles), { path: ['roles'], message: text('access.unchanged') }),
    values: { roles: role.roles },
    texts: { roles: text('grants.roleNeeded') },
    blocked: assign.isPending ? common('saving') : undefined,
    error: assign.error,
    onSubmit: ({ roles }) => assign.mutate({ id: applicationId, body: { version, environmentId, roles } }),
  });
  return (
    <SidePanel
      title={role.displayName}
      takeFocus={false}
      onClose={onClose}
      footer={
        rolesToGive(access, environmentId).length > 0 ? (
          <>
            <CommandButton
              primary
              command={{
                id: 'save',
                text: common('action.save'),
                onSelect: () => void form.send(),
                disabledReason: form.disabledReason,
              }}
            />
            {canWrite ? (
              <>
                <CommandButton command={{ id: 'revoke', text: text('access.revoke'), onSelect: onRevoke }} />
                <CommandButton
                  command={{ id: 'mark', text: text(isMarked ? 'access.unmark' : 'access.mark'), onSelect: onMark }}
                />
              </>
            ) : null}
          </>
        ) : null
      }
    >
      <Facts className={styles.facts}>
        <dt>{text('column.status')}</dt>
        <dd>
          <StatusChip status={role.status} />
        </dd>
        <dt>{text('column.id')}</dt>
        <dd>
          <IdText id={applicationId} length={36} name={text('column.id')} />
        </dd>
        <dt>{text('grants.environment')}</dt>
        <dd>{environment}</dd>
        <dt>{text('column.ends')}</dt>
        <dd>{role.endsAt === null ? text('noEnd') : formats.date(role.endsAt)}</dd>
      </Facts>
      <RoleChoice
        label={text('grants.rolesIn', { environment })}
        roles={form.watch('roles')}
        allowed={rolesToGive(access, environmentId)}
        onChange={(next) => form.setValue('roles', [...next], { shouldDirty: true })}
      />
      {assign.error ? <ErrorState error={assign.error} compact /> : null}
    </SidePanel>
  );
};
