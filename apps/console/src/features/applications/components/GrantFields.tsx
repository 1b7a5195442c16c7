import { Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { firstRoles, rolesToGive, type GrantChoices, type GrantRow } from '../application-form.ts';
import styles from './applications.module.css';
import { RoleChoice } from './RoleChoice.tsx';

/** Value of the choice that stands for the whole tenant. */
const EVERYWHERE = '*';

/** Environments with the roles an application holds there; what is not the person's to give stays as it is. */
export const GrantFields = (props: {
  readonly rows: readonly GrantRow[];
  readonly choices: GrantChoices;
  readonly onChange: (rows: readonly GrantRow[]) => void;
}): ReactNode => {
  const { rows, choices, onChange } = props;
  const text = useText('applications');
  const taken = new Set(rows.map(({ environmentId }) => environmentId));
  const options: readonly { readonly id: string | null; readonly name: string }[] = [
    ...(choices.rolesEverywhere.length > 0 ? [{ id: null, name: text('everywhere') }] : []),
    ...choices.environments,
  ];
  const free = options.find(({ id }) => !taken.has(id));
  const nameOf = ({ environmentId: id, environment }: GrantRow): string =>
    options.find((option) => option.id === id)?.name ?? environment ?? id ?? text('everywhere');
  const change = (index: number, row: Partial<GrantRow>): void =>
    onChange(rows.map((each, place) => (place === index ? { ...each, ...row } : each)));
  return (
    <div>
      {options.length === 0 ? <p className="soft">{text('grants.ofOthers')}</p> : null}
      {rows.map((row, index) => {
        const environment = nameOf(row);
        const allowed = rolesToGive(choices, row.environmentId);
        const isFixed = row.roles.some((role) => !allowed.includes(role));
        const places = options.filter(({ id }) => id !== row.environmentId && !taken.has(id));
        return (
          <div key={row.environmentId ?? EVERYWHERE} className={styles.grant}>
            <Select
              size="small"
              aria-label={text('grants.environment')}
              value={row.environmentId ?? EVERYWHERE}
              disabled={isFixed}
              onChange={(_event, { value }) => {
                const environmentId = value === EVERYWHERE ? null : value;
                const given = rolesToGive(choices, environmentId);
                change(index, { environmentId, roles: row.roles.filter((role) => given.includes(role)) });
              }}
            >
              {[{ id: row.environmentId, name: environment }, ...places].map(({ id, name }) => (
                <option key={id ?? EVERYWHERE} value={id ?? EVERYWHERE}>
                  {name}
                </option>
              ))}
            </Select>
            <RoleChoice
              label={text('grants.rolesIn', { environment })}
              roles={row.roles}
              allowed={allowed}
              onChange={(roles) => change(index, { roles })}
            />
            {isFixed ? null : (
              <CommandButton
                command={{
                  id: `remove-${index}`,
                  text: text('grants.remove', { environment }),
                  icon: DeleteRegular,
                  onSelect: () => onChange(rows.filter((each) => each !== row)),
                }}
              />
            )}
          </div>
        );
      })}
      {free ? (
        <CommandButton
          command={{
            id: 'addGrant',
            text: text('grants.add'),
            icon: AddRegular,
            onSelect: () => onChange([...rows, { environmentId: free.id, roles: firstRoles(choices, free.id) }]),
          }}
        />
      ) : null}
    </div>
  );
};
