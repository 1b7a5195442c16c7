import { useText } from '@redoubt/i18n';
import { Facts, IdText, KeyHint, type Shortcut, SidePanel, useActiveShortcuts } from '@redoubt/ui';
import { Fragment } from 'react';
import { useConsole } from '../app/console-context.tsx';
import { PRODUCT_NAME } from './product.ts';
import styles from './shell.module.css';

/** The keys that work on this page, and what is running here. */
export const ShortcutOverview = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('shell');
  const { me, environment } = useConsole();
  const seen = new Set<string>();
  /** Of two shortcuts with the same keys one runs; keys that are only listed belong to different parts of the page. */
  const idOf = ({ keys, text: words, run }: Shortcut): string => (run === null ? `${keys} ${words}` : keys);
  const shortcuts = useActiveShortcuts()
    .toReversed()
    .filter((each) => each.text !== '' && !seen.has(idOf(each)) && seen.add(idOf(each)));
  /** Keys that do the same share a row. */
  const byText = Map.groupBy(shortcuts.toReversed(), ({ text: words }) => words);
  return (
    <SidePanel title={text('help.shortcuts')} onClose={onClose} over>
      <dl className={styles.shortcuts}>
        {[...byText].map(([words, same]) => (
          <div key={words} style={{ display: 'contents' }}>
            <dt>{words}</dt>
            <dd>
              {same.map(({ keys }) => (
                <Fragment key={keys}>
                  <span className="visually-hidden">{keys}</span>
                  <KeyHint keys={keys} />{' '}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="fs-13 lh-20">{text('help.about', { product: PRODUCT_NAME })}</h3>
      <Facts className={styles.facts}>
        <dt>{text('about.build')}</dt>
        <dd>{me.build.label}</dd>
        <dt>{text('about.deployment')}</dt>
        <dd>{me.build.environment}</dd>
        <dt>{text('about.environmentId')}</dt>
        <dd>
          <IdText id={environment.id} length={20} name={text('about.environmentId')} />
        </dd>
        <dt>{text('blocked.tenantId')}</dt>
        <dd>
          <IdText id={me.tenant.id} length={20} name={text('blocked.tenantId')} />
        </dd>
      </Facts>
    </SidePanel>
  );
};
