import { useText, type TextKey } from '@redoubt/i18n';
import { Facts, IdText, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useConsole } from '../../../app/console-context.tsx';
import { useEnvironments } from '../../../app/environments.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { environmentRows } from '../../../shell/environments/environment-tree.ts';
import styles from './profile.module.css';

/** A role key in words. */
const roleText = (role: string): TextKey<'common'> => `role.${role}` as TextKey<'common'>;

/** Who one is here, and which roles one holds where. */
export const AccountTab = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const text = useText('profile');
  const common = useText('common');
  const shell = useText('shell');
  const routes = useText('routes');
  const { me } = useConsole();
  const { user, tenant, directoryRoles } = me;
  const environments = useEnvironments();
  return (
    <ConsolePage title={routes('profile.title')} tabs={tabs}>
      <div className="stack-4">
        <Section title={text('account.title')}>
          <Facts className={styles.facts}>
            <dt>{text('account.name')}</dt>
            <dd>{user.name}</dd>
            <dt>{text('account.username')}</dt>
            <dd>{user.username}</dd>
            <dt>{shell('blocked.userId')}</dt>
            <dd>
              <IdText id={user.id} length={36} name={shell('blocked.userId')} />
            </dd>
            <dt>{text('account.tenant')}</dt>
            <dd>{tenant.name}</dd>
            <dt>{shell('blocked.tenantId')}</dt>
            <dd>
              <IdText id={tenant.id} length={36} name={shell('blocked.tenantId')} />
            </dd>
            {directoryRoles.length > 0 ? (
              <>
                <dt>{text('account.directoryRoles')}</dt>
                <dd>{directoryRoles.map((role) => text(`directoryRole.${role}`)).join(', ')}</dd>
              </>
            ) : null}
          </Facts>
        </Section>
        <Section title={text('account.roles')} meta={text('account.rolesHint')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text('account.environment')}</th>
                <th scope="col">{text('account.role')}</th>
              </tr>
            </thead>
            <tbody>
              {environmentRows(environments).map(({ environment, depth }) => (
                <tr key={environment.id}>
                  <th scope="row" style={{ paddingInlineStart: `calc(var(--s-4) * ${depth} + var(--s-2))` }}>
                    {environment.name}
                  </th>
                  <td>
                    {environment.roles.length === 0
                      ? text('account.noRole')
                      : environment.roles.map((role) => common(roleText(role))).join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      </div>
    </ConsolePage>
  );
};
