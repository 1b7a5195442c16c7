import { Checkbox } from '@fluentui/react-components';
import { ROLE_NAMES, type Role } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';

/** The roles of the edition as boxes to tick; those that are not the caller's to give stay as they are. */
export const RoleBoxes = (props: {
  readonly label: string;
  readonly roles: readonly Role[];
  readonly allowed: readonly Role[];
  readonly chosen: readonly Role[];
  readonly onChange: (roles: Role[]) => void;
}): ReactNode => {
  const { label, roles, allowed, chosen, onChange } = props;
  const text = useText('people');
  return (
    <fieldset className="stack min-w-0 m-0 p-0 border-0" aria-label={label}>
      {roles.map((role) => (
        <Checkbox
          key={role}
          size="medium"
          disabled={!allowed.includes(role)}
          {...(allowed.includes(role) ? {} : { title: text('assign.notYours') })}
          checked={chosen.includes(role)}
          label={ROLE_NAMES[role]}
          onChange={() => onChange(roles.filter((each) => chosen.includes(each) !== (each === role)))}
        />
      ))}
    </fieldset>
  );
};
