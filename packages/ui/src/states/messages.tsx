import type { ReactNode } from 'react';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '../join-classes.ts';
import { Link } from '../links/Link.tsx';
import { CommandButton } from '../layout/CommandButton.tsx';
import styles from './states.module.css';

/** The one step a state offers: something to do, or a place to go. */
export type StateAction = {
  readonly text: string;
  readonly onSelect?: () => void;
  readonly href?: string;
};

const Action = ({ action }: { readonly action: StateAction }) =>
  action.href === undefined ? (
    <CommandButton command={{ id: 'state', text: action.text, onSelect: action.onSelect }} primary />
  ) : (
    <Link href={action.href}>{action.text}</Link>
  );

export type EmptyProps = {
  /** What would be here. */
  readonly title: string;
  /** Why it is not, and what happens once it is. */
  readonly body?: ReactNode;
  readonly action?: StateAction | undefined;
  readonly compact?: boolean;
};

/** Nothing here yet: what would be here, why it is not, and the one action that fills it. */
export const Empty = ({ title, body, action, compact = false }: EmptyProps) => (
  <section className={joinClasses(styles.state, compact && styles.compact)}>
    <h2 className={styles.title}>{title}</h2>
    {body ? <div className="quiet">{body}</div> : null}
    {action ? (
      <div className={styles.actions}>
        <Action action={action} />
      </div>
    ) : null}
  </section>
);

export type NoResultProps = {
  readonly onWiden?: (() => void) | undefined;
  readonly title?: string;
  readonly body?: string;
};

/** Filters that nothing fits; they stay visible above. */
export const NoResult = ({ onWiden, title, body }: NoResultProps) => {
  const text = useText('ui');
  return (
    <section className={styles.state} role="status">
      <h2 className={styles.title}>{title ?? text('noResult.title')}</h2>
      <p className="quiet">{body ?? text('noResult.body')}</p>
      {onWiden ? (
        <CommandButton
          appearance="outline"
          command={{ id: 'widen', text: text('noResult.widen'), onSelect: onWiden }}
        />
      ) : null}
    </section>
  );
};

export type ForbiddenProps = {
  /** The missing permission in words. */
  readonly capability: string;
  /** Roles that may grant it, in words. */
  readonly grantors: string;
};

/** The person's roles do not include this; who can change that. */
export const Forbidden = ({ capability, grantors }: ForbiddenProps) => {
  const text = useText('ui');
  return (
    <section className={styles.state}>
      <h2 className={styles.title}>{text('forbidden.title')}</h2>
      <p className="quiet">{text('forbidden.body', { capability, grantors })}</p>
    </section>
  );
};
