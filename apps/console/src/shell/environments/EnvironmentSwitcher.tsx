import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { ChevronDownRegular, LayerRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { useState } from 'react';
import { useConsole } from '../../app/console-context.tsx';
import styles from '../shell.module.css';
import { environmentNames } from '../use-trail.ts';
import { EnvironmentPanel } from './EnvironmentPanel.tsx';

/** The environment in force, its path, and the way to another one. */
export const EnvironmentSwitcher = () => {
  const text = useText('shell');
  const { me, environment } = useConsole();
  const [open, setOpen] = useState(false);
  const names = environmentNames(me.environments, environment.id);
  const path = names.join('/');
  return (
    <Popover open={open} onOpenChange={(_event, data) => setOpen(data.open)} positioning="below-start" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <button
          type="button"
          className={styles.environment}
          title={path}
          aria-label={text('environment.switch', { name: environment.name })}
        >
          <LayerRegular className={styles.dim ?? ''} fontSize={16} aria-hidden />
          <b>{environment.name}</b>
          <span className={styles.environmentPath}>{names.slice(0, -1).join(' / ')}</span>
          <ChevronDownRegular className={styles.dim ?? ''} fontSize={12} aria-hidden />
        </button>
      </PopoverTrigger>
      <PopoverSurface tabIndex={-1} aria-label={text('environment.title')} style={{ padding: 0 }}>
        <EnvironmentPanel onDone={() => setOpen(false)} />
      </PopoverSurface>
    </Popover>
  );
};
