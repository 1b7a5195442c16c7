import { Select } from '@fluentui/react-components';
import { CAPABILITIES, ROLE_NAMES, type Access, type Capability, type Permission } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Empty, Link, QueryState, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useEnvironment } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { permissionHoldersQuery } from '../people.queries.ts';
import styles from '../people.module.css';

const partsOf = (permission: Permission): readonly [Capability, Access] =>
  permission.split(':') as [Capability, Access];

/** The sentence "who can … in …", with area and access to choose. */
export const PermissionChoice = (props: {
  readonly permission: Permission;
  readonly onChoose: (permission: Permission) => void;
}): ReactNode => {
  const { permission, onChoose } = props;
  const text = useText('people');
  const shell = useText('shell');
  const { name } = useEnvironment();
  const [capability, access] = partsOf(permission);
  return (
    <span className="row-wrap-middle">
      {text('who.whoCan')}
      <Select
        size="small"
        aria-label={text('who.may')}
        value={access}
        onChange={(_event, { value }) => onChoose(`${capability}:${value === 'read' ? 'read' : 'write'}`)}
      >
        <option value="read">{text('who.read')}</option>
        <option value="write">{text('who.write')}</option>
      </Select>
      <Select
        size="small"
        aria-label={text('who.area')}
        value={capability}
        onChange={(_event, { value }) => {
          const chosen = CAPABILITIES.find((each) => each === value);
          if (chosen !== undefined) onChoose(`${chosen}:${access}`);
        }}
      >
        {CAPABILITIES.map((each) => (
          <option key={each} value={each}>
            {shell(`capability.${each}`)}
          </option>
        ))}
      </Select>
      {text('who.doIn')} <b>{name}</b> {text('who.why')}
    </span>
  );
};

/** Who may do something in the environment, and by which role from where. */
export const HoldersPart = ({ permission }: { readonly permission: Permission }): ReactNode => {
  const text = useText('people');
  const formats = useFormats();
  const query = useRead(permissionHoldersQuery, permission);
  return (
    <QueryState query={query}>
      {({ holders, roles }) => (
        <Section
          title={text('who.holders', { count: holders.length })}
          meta={text('who.rolesWith', { roles: formats.list(roles.map((role) => ROLE_NAMES[role])) })}
        >
          {holders.length === 0 ? (
            <Empty title={text('who.noHolders')} body={text('who.noHoldersBody')} />
          ) : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{text('column.name')}</th>
                  <th scope="col">{text('column.username')}</th>
                  <th scope="col">{text('who.because')}</th>
                </tr>
              </thead>
              <tbody>
                {holders.map((each) => (
                  <tr key={each.id}>
                    <th scope="row">
                      <Link href={hrefOf('/settings/access/who', undefined, { holder: each.id })}>{each.name}</Link>
                    </th>
                    <td>{each.username}</td>
                    <td>
                      {each.because.length === 0
                        ? text('who.directoryRole')
                        : each.because
                            .map(({ role, environment, group, source, expiresAt }) =>
                              [
                                ROLE_NAMES[role],
                                environment ?? text('wholeTenant'),
                                ...(group === null ? [] : [text('panel.through', { group })]),
                                ...(source === 'token' ? [text('directory')] : []),
                                ...(expiresAt === null ? [] : [text('panel.until', { time: formats.date(expiresAt) })]),
                              ].join(', '),
                            )
                            .join(' · ')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Section>
      )}
    </QueryState>
  );
};
