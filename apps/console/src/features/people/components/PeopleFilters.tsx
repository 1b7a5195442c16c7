import { Select } from '@fluentui/react-components';
import { PERSON_STATUSES, ROLE_NAMES, type Role } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, ChoiceChips } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { PEOPLE_KINDS, PEOPLE_SOURCES, type PeopleAddress } from '../people-address.ts';

/** Narrows the list: whom, which kind, in which state, with which role from where, and what ends soon. */
export const PeopleFilters = (props: {
  readonly address: PeopleAddress;
  /** Roles of the tenant's edition. */
  readonly roles: readonly Role[];
  readonly onChange: (change: Partial<PeopleAddress>, options: { readonly replace: true }) => void;
}): ReactNode => {
  const { address, roles, onChange } = props;
  const text = useText('people');
  const choose = <Key extends 'kind' | 'status' | 'role' | 'source'>(
    key: Key,
    choices: readonly NonNullable<PeopleAddress[Key]>[],
    nameOf: (choice: NonNullable<PeopleAddress[Key]>) => string,
  ): ReactNode => (
    <Select
      size="small"
      aria-label={text(`${key}.label`)}
      value={address[key] ?? ''}
      onChange={(_event, { value }) => onChange({ [key]: choices.find((each) => each === value) }, { replace: true })}
    >
      <option value="">{text(`${key}.any`)}</option>
      {choices.map((each) => (
        <option key={each} value={each}>
          {nameOf(each)}
        </option>
      ))}
    </Select>
  );
  return (
    <>
      <ChoiceChips
        label={text('scope.label')}
        choices={['here', 'all']}
        chosen={address.scope}
        nameOf={(each) => text(`scope.${each}`)}
        onChoose={(scope) => onChange({ scope }, { replace: true })}
      />
      {choose('kind', PEOPLE_KINDS, (each) => text(`kind.${each}`))}
      {choose('status', PERSON_STATUSES, (each) => text(`status.${each}`))}
      {choose('role', roles, (each) => ROLE_NAMES[each])}
      {choose('source', PEOPLE_SOURCES, (each) => text(`source.${each}`))}
      <Chip
        pressed={address.ending !== undefined}
        onSelect={() => onChange({ ending: address.ending === undefined ? 'true' : undefined }, { replace: true })}
      >
        {text('endingSoon')}
      </Chip>
    </>
  );
};
