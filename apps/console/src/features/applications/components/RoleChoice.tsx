import { Checkbox } from '@fluentui/react-components';
import { API_ROLES, type ApiRole } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from './applications.module.css';

/** The API roles as boxes to tick. */
export const RoleChoice = (props: {
  readonly label: string;
  readonly roles: readonly ApiRole[];
  /** Roles the person may give and take; the others stay as they are. */
  readonly allowed: readonly ApiRole[];
  readonly onChange: (roles: readonly ApiRole[]) => void;
}): ReactNode => {
  const { label, roles, allowed, onChange } = props;
  const text = useText('applications');
  return (
    <fieldset className={styles.roles} aria-label={label}>
      {API_ROLES.map((role) => (
        <Checkbox
          key={role}
          size="medium"
          disabled={!allowed.includes(role)}
          {...(allowed.includes(role) ? {} : { title: text('grants.roleOfOthers') })}
          checked={roles.includes(role)}
          label={
            <>
              <code>{role}</code> <span className="soft">{text(`role.${role}`)}</span>
            </>
          }
          onChange={() => onChange(API_ROLES.filter((each) => roles.includes(each) !== (each === role)))}
        />
      ))}
    </fieldset>
  );
};
