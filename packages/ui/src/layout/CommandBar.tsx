import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import { Skeleton } from '../states/Loading.tsx';
import type { Command } from './command.ts';
import { CommandButton } from './CommandButton.tsx';
import { OnDemandMenu } from './OnDemandMenu.tsx';
import { useCommandForms } from './use-command-forms.ts';
import styles from './layout.module.css';

/** Loads the menu of commands that have no room. */
export const loadMoreMenu = async () => (await import('./MoreMenu.tsx')).MoreMenu;

const MoreCommands = ({ commands }: { readonly commands: readonly Command[] }) => {
  const text = useText('ui');
  return (
    <OnDemandMenu
      load={loadMoreMenu}
      props={{ commands }}
      button={
        <button type="button" className={styles.command} aria-label={text('moreCommands')}>
          <MoreHorizontalRegular fontSize={16} aria-hidden />
        </button>
      }
    />
  );
};

const CommandList = ({ commands, strongFirst }: Required<Pick<CommandBarProps, 'commands' | 'strongFirst'>>) => {
  const [list, forms] = useCommandForms(commands);
  const inMenu = commands.filter((_, index) => forms[index] === 'menu');
  return (
    <div ref={list} className={styles.commandList}>
      {commands.map((command, index) => {
        const form = forms[index] ?? 'full';
        return (
          <span key={command.id} data-form={form} title={form === 'icon' ? command.text : undefined}>
            <CommandButton command={command} primary={strongFirst && index === 0} />
          </span>
        );
      })}
      {inMenu.length > 0 ? <MoreCommands commands={inMenu} /> : null}
    </div>
  );
};

export type CommandBarProps = {
  /** Primary action first, the rest by frequency; what does not fit loses its key, then its words. */
  readonly commands: readonly Command[];
  /** Whether the first command is the strong one. */
  readonly strongFirst?: boolean;
  /** Stands at the right end: a search box, a view switch. */
  readonly end?: ReactNode;
  /** What can be done is not known yet: grey shapes keep the place, so that no command moves when another comes. */
  readonly awaited?: boolean;
};

/** What can be done on this page. */
export const CommandBar = ({ commands, strongFirst = true, end, awaited = false }: CommandBarProps) => {
  const text = useText('ui');
  return (
    <div className={styles.commands} role="toolbar" aria-label={text('commands')}>
      {awaited ? (
        <div className={styles.commandList}>
          <Skeleton width={112} height={20} />
        </div>
      ) : (
        <CommandList commands={commands} strongFirst={strongFirst} />
      )}
      {end ? <div className={joinClasses(styles.commandsEnd)}>{end}</div> : null}
    </div>
  );
};
