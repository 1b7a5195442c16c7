import { CAPABILITIES, roleOf } from '@redoubt/domain';
import { useText, type TextKey } from '@redoubt/i18n';
import { Chip, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import styles from '../../../shared/reports/panels.module.css';

/** What my roles let me do in this environment. */
export const Access = (): ReactNode => {
  const text = useText('dashboard');
  const shell = useText('shell');
  const common = useText('common');
  const { roles, capabilities } = useEnvironment();
  const [open, setOpen] = useState(false);
  const held = (access: 'read' | 'write') => CAPABILITIES.filter((capability) => capabilities[capability] === access);
  const groups = [
    { access: 'write' as const, all: held('write') },
    { access: 'read' as const, all: held('read') },
  ].filter((group) => group.all.length > 0);
  return (
    <Section
      title={text('access.title')}
      end={
        <button
          type="button"
          className="min-h-24 py-0 px-1 quiet bg-none border-0 radius-1 pointer hover"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {text(open ? 'access.less' : 'access.more')}
        </button>
      }
    >
      <div className="flex wrap gap-1">
        {roles.map((name) => {
          const role = roleOf(name);
          return <Chip key={name}>{role === undefined ? name : common(`role.${role}`)}</Chip>;
        })}
      </div>
      <dl className={styles.access}>
        {groups.map(({ access, all }) => (
          <div key={access}>
            <dt>{text(`access.${access}`, { count: all.length })}</dt>
            {open ? (
              <dd>{all.map((capability) => shell(`capability.${capability}` as TextKey<'shell'>)).join(', ')}</dd>
            ) : null}
          </div>
        ))}
      </dl>
    </Section>
  );
};
