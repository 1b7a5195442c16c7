import { useText } from '@redoubt/i18n';
import { KeyHint, Section } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { mayOpen } from '../../../routes/access.ts';
import { ROUTES } from '../../../routes/route-table.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import shellStyles from '../../../shell/shell.module.css';
import styles from './profile.module.css';

type Key = { readonly keys: string; readonly text: string };

const Keys = ({ title, list }: { readonly title: string; readonly list: readonly Key[] }): ReactNode => (
  <Section title={title}>
    <dl className={shellStyles.shortcuts}>
      {list.map(({ keys, text }) => (
        <Fragment key={`${keys} ${text}`}>
          <dt>{text}</dt>
          <dd>
            <span className="visually-hidden">{keys}</span>
            <KeyHint keys={keys} />
          </dd>
        </Fragment>
      ))}
    </dl>
  </Section>
);

/** The keys that work all over the console; each page lists its own with `?`. */
export const KeysTab = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const text = useText('profile');
  const shell = useText('shell');
  const routes = useText('routes');
  const ui = useText('ui');
  const { capabilities } = useEnvironment();
  const pages = ROUTES.flatMap(({ goKey, permission, key }): Key[] =>
    goKey === undefined || !mayOpen(permission, capabilities)
      ? []
      : [{ keys: `g ${goKey}`, text: routes(`${key}.title`) }],
  );
  return (
    <ConsolePage title={routes('profile.title')} tabs={tabs}>
      <div className="stack-4">
        <p className="quiet prose">{text('keys.hint')}</p>
        <div className={styles.keys}>
          <Keys
            title={text('keys.everywhere')}
            list={[
              { keys: 'Ctrl K', text: shell('shortcut.palette') },
              { keys: '?', text: shell('shortcut.overview') },
              { keys: 'Ctrl B', text: shell('shortcut.navigation') },
              { keys: '/', text: text('keys.find') },
              { keys: 'n', text: text('keys.new') },
            ]}
          />
          <Keys
            title={text('keys.lists')}
            list={[
              { keys: 'j', text: ui('grid.keys.next') },
              { keys: 'k', text: ui('grid.keys.previous') },
              { keys: '↑ ↓ ← →', text: ui('grid.keys.move') },
              { keys: 'Home End', text: ui('grid.keys.edges') },
              { keys: 'PageUp PageDown', text: ui('grid.keys.page') },
              { keys: 'Space', text: ui('grid.keys.peek') },
              { keys: 'Enter', text: ui('grid.keys.open') },
              { keys: 'f', text: ui('grid.narrow') },
              { keys: 'Ctrl C', text: ui('grid.keys.copy') },
            ]}
          />
          <Keys
            title={text('keys.forms')}
            list={[
              { keys: 'Ctrl Enter', text: text('keys.send') },
              { keys: 'Ctrl S', text: text('keys.save') },
              { keys: 'Escape', text: text('keys.leave') },
            ]}
          />
          <Keys title={text('keys.go')} list={pages} />
        </div>
      </div>
    </ConsolePage>
  );
};
