import { useText } from '@redoubt/i18n';
import { Empty, Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import tileStyles from '../../shared/tiles/tiles.module.css';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { menuFor } from '../../shell/navigation/menu.ts';

/** The pages of the settings that the person may open here, each with what it is for. */
export const SettingsHomePage = (): ReactNode => {
  const routes = useText('routes');
  const environment = useEnvironment();
  const items = menuFor(environment)
    .filter(({ group }) => group === 'settings')
    .flatMap((section) => section.items);
  return (
    <ConsolePage title={routes('settings.title')} fill bleed>
      {items.length === 0 ? (
        <Empty title={routes('settings.none')} />
      ) : (
        <div className={tileStyles.list}>
          <ul className={tileStyles.tiles} aria-label={routes('settings.title')}>
            {items.map(({ route: { key, path } }) => (
              <li key={path} className={tileStyles.tile}>
                <Link href={path} className={tileStyles.name}>
                  {routes(`${key}.title`)}
                </Link>
                <p className="muted">{isDescribed(key) ? routes(`${key}.about`) : null}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ConsolePage>
  );
};

const DESCRIBED = ['usage', 'jobs', 'audit', 'access', 'subject', 'booster'] as const;
const isDescribed = (key: string): key is (typeof DESCRIBED)[number] => (DESCRIBED as readonly string[]).includes(key);
