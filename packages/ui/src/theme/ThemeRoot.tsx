import { FluentProvider } from '@fluentui/react-components';
import { useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react';
import { fluentTheme } from './fluent-theme.ts';
import './base.css';

export type ThemeName = 'light' | 'dark' | 'highContrast';
export type ThemeChoice = ThemeName | 'system';
export type Density = 'compact' | 'comfortable';

const CONTRAST = '(forced-colors: active), (prefers-contrast: more)';
const DARK = '(prefers-color-scheme: dark)';

const asks = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches;

const systemTheme = (): ThemeName => (asks(CONTRAST) ? 'highContrast' : asks(DARK) ? 'dark' : 'light');

const watchSystem = (changed: () => void): (() => void) => {
  if (typeof matchMedia !== 'function') return () => undefined;
  const queries = [matchMedia(CONTRAST), matchMedia(DARK)];
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
};

/** The theme in force: the chosen one, or what the operating system asks for. */
export const useThemeName = (choice: ThemeChoice): ThemeName => {
  const system = useSyncExternalStore(watchSystem, systemTheme);
  return choice === 'system' ? system : choice;
};

export type ThemeRootProps = {
  readonly theme?: ThemeChoice;
  readonly density?: Density;
  readonly reducedMotion?: boolean;
  readonly children: ReactNode;
};

/**
 * Sets theme, density and motion on the document (portals included) and gives Fluent the theme made of our tokens.
 * Stands once, around everything.
 */
export const ThemeRoot = ({
  theme = 'system',
  density = 'compact',
  reducedMotion = false,
  children,
}: ThemeRootProps) => {
  const name = useThemeName(theme);
  useLayoutEffect(() => {
    const root = document.documentElement.dataset;
    root['theme'] = name;
    root['density'] = density;
    root['motion'] = reducedMotion ? 'reduced' : 'normal';
  }, [name, density, reducedMotion]);
  return (
    <FluentProvider
      theme={fluentTheme}
      style={{ height: '100%', background: 'none', fontSize: 'inherit', lineHeight: 'inherit' }}
    >
      {children}
    </FluentProvider>
  );
};
