import { Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import type { Applications } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { GrantRow } from '../application-form.ts';
import styles from './applications.module.css';
import { RoleChoice } from './RoleChoice.tsx';

/** Value of the choice that stands for the whole tenant. */
const EVERYWHERE = '*';

/** Environments with the roles an application holds there. */
export const GrantFields = (props: {
  readonly rows: readonly GrantRow[];
  readonly choices: Pick<Applications, 'environments' | 'mayGrantEverywhere'>;
  readonly onChange: (rows: readonly GrantRow[]) => void;
}): ReactNode => {
  const { rows, choices, onChange } = props;
  const text = useText('applications');
  const taken = new Set(rows.map(({ environmentId }) => environmentId));
  const options: readonly { readonly id: string | null; readonly name: string }[] = [
    ...(choices.mayGrantEverywhere ? [{ id: null, name: text('everywhere') }] : []),
    ...choices.environments,
  ];
  const free = options.find(({ id }) => !taken.has(id));
  const nameOf = (id: string | null): string => options.find((option) => option.id === id)?.name ?? '';
  const change = (index: number, row: Partial<GrantRow>): void =>
    onChange(rows.map((each, place) => (place === index ? { ...each, ...row } : each)));
  return (
    <div>
      {rows.map((row, index) => {
        const environment = nameOf(row.environmentId);
        return (
          <div key={row.environmentId ?? EVERYWHERE} className={styles.grant}>
            <Select
              size="small"
              aria-label={text('grants.environment')}
              value={row.environmentId ?? EVERYWHERE}
              onChange={(_event, { value }) => change(index, { environmentId: value === EVERYWHERE ? null : value })}
            >
              {options
                .filter(({ id }) => id === row.environmentId || !taken.has(id))
                .map(({ id, name }) => (
                  <option key={id ?? EVERYWHERE} value={id ?? EVERYWHERE}>
                    {name}
                  </option>
                ))}
            </Select>
            <RoleChoice
              label={text('grants.rolesIn', { environment })}
              roles={row.roles}
              onChange={(roles) => change(index, { roles })}
            />
            {rows.length > 1 ? (
              <CommandButton
                command={{
                  id: `remove-${index}`,
                  text: text('grants.remove', { environment }),
                  icon: DeleteRegular,
                  onSelect: () => onChange(rows.filter((each) => each !== row)),
                }}
              />
            ) : null}
          </div>
        );
      })}
      {free ? (
        <CommandButton
          command={{
            id: 'addGrant',
            text: text('grants.add'),
            icon: AddRegular,
            onSelect: () => onChange([...rows, { environmentId: free.id, roles: ['Risk_API'] }]),
          }}
        />
      ) : null}
    </div>
  );
};
