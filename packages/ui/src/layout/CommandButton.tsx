import { joinClasses } from '../join-classes.ts';
import { Link } from '../links/Link.tsx';
import { KeyHint } from '../values/KeyHint.tsx';
import type { Command } from './command.ts';
import { WithReason } from './WithReason.tsx';
import styles from './layout.module.css';

export type CommandButtonProps = {
  readonly command: Command;
  /** The one strong button of a page. */
  readonly primary?: boolean;
  readonly appearance?: 'plain' | 'outline' | 'danger';
  readonly type?: 'button' | 'submit';
};

/** A command as a button: icon, words, key. One that cannot be used stays focusable and says why. */
export const CommandButton = ({
  command,
  primary = false,
  appearance = 'plain',
  type = 'button',
}: CommandButtonProps) => {
  const { text, icon: Icon, keys, href, onSelect, pressed, disabledReason } = command;
  const className = joinClasses(
    styles.command,
    primary && styles.primary,
    appearance === 'outline' && styles.outline,
    appearance === 'danger' && styles.danger,
  );
  const body = (
    <>
      {Icon ? <Icon fontSize={16} aria-hidden /> : null}
      <span className={styles.commandText} data-command-text>
        {text}
      </span>
      {keys ? <KeyHint keys={keys} inherit={primary} /> : null}
    </>
  );
  if (href !== undefined && disabledReason === undefined)
    return (
      <Link href={href} className={className} data-command={command.id}>
        {body}
      </Link>
    );
  return (
    <WithReason reason={disabledReason}>
      <button
        type={type}
        className={className}
        data-command={command.id}
        aria-pressed={pressed}
        aria-disabled={disabledReason === undefined ? undefined : true}
        aria-keyshortcuts={
          keys?.includes(' ') && !keys.startsWith('Ctrl') ? undefined : keys?.replace('Ctrl ', 'Control+')
        }
        onClick={(event) => {
          if (disabledReason !== undefined) event.preventDefault();
          else onSelect?.();
        }}
      >
        {body}
      </button>
    </WithReason>
  );
};
