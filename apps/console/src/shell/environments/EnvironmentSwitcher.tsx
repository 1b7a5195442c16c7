import { ChevronDownRegular, LayerRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import { useRef, useState } from 'react';
import { useConsole } from '../../app/console-context.tsx';
import { lazyComponent, usePreload } from '../../routes/lazy-component.tsx';
import { PageBoundary } from '../../routes/PageBoundary.tsx';
import styles from '../shell.module.css';
import { environmentNames } from '../use-trail.ts';

const EnvironmentPanel = lazyComponent(
  async () => (await import('./EnvironmentPanel.tsx')).EnvironmentPanel,
  () => null,
);

/** The environment in force, its path, and the way to another one. */
export const EnvironmentSwitcher = () => {
  const text = useText('shell');
  const { me, environment } = useConsole();
  const [open, setOpen] = useState(false);
  usePreload(EnvironmentPanel);
  const trigger = useRef<HTMLButtonElement>(null);
  const names = environmentNames(me.environments, environment.id);
  return (
    <div className={styles.switcher}>
      <button
        ref={trigger}
        type="button"
        className={styles.environment}
        data-tour="environment"
        title={names.join('/')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <LayerRegular className={joinClasses(styles.dim)} fontSize={16} aria-hidden />
        <span className="visually-hidden">{text('environment.switch')}</span>
        <b>{environment.name}</b>
        <span className={styles.environmentPath}>{names.slice(0, -1).join(' / ')}</span>
        <ChevronDownRegular className={joinClasses(styles.dim)} fontSize={12} aria-hidden />
      </button>
      {open ? (
        <PageBoundary resetKey="environments" onRetry={EnvironmentPanel.preload}>
          <EnvironmentPanel trigger={trigger} onClose={() => setOpen(false)} />
        </PageBoundary>
      ) : null}
    </div>
  );
};
