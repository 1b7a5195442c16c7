import { DismissRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import { IconButton } from '../layout/IconButton.tsx';
import styles from './panels.module.css';

export type SidePanelProps = {
  readonly title: ReactNode;
  /** Keys, position in the list and the like, before the close button. */
  readonly headEnd?: ReactNode;
  readonly footer?: ReactNode;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** Lies over the page's right edge; otherwise it stands in the layout beside the content. */
  readonly over?: boolean;
  /** Takes the focus when it opens and gives it back when it closes; off for a peek that follows the list. */
  readonly takeFocus?: boolean;
  readonly children: ReactNode;
};

/** What gets the focus when a panel opens: what asks for it, else the first control inside, else the close button. */
const FIRST_FOCUS = [
  '[data-autofocus]',
  '[data-panel-body] :is(input, select, textarea, button, a[href])',
  '[data-panel-close]',
] as const;

/**
 * A panel at the right: nothing behind it is covered by a veil. Escape closes it; the focus returns to where it came
 * from.
 */
export const SidePanel = ({
  title,
  headEnd,
  footer,
  onClose,
  wide = false,
  over = false,
  takeFocus = true,
  children,
}: SidePanelProps) => {
  const text = useText('ui');
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takeFocus) return undefined;
    const before = document.activeElement;
    const first = FIRST_FOCUS.map((selector) => panel.current?.querySelector<HTMLElement>(selector)).find(Boolean);
    (first ?? panel.current)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [takeFocus]);
  return (
    <aside
      ref={panel}
      className={joinClasses(styles.side, wide && styles.wide, over && styles.over)}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.sideHead}>
        <h2 id={id}>{title}</h2>
        <div className={styles.sideEnd}>
          {headEnd}
          <IconButton icon={DismissRegular} label={text('closePanel')} data-panel-close onClick={onClose} />
        </div>
      </div>
      <div className={styles.sideBody} data-panel-body>
        {children}
      </div>
      {footer ? <div className={styles.sideFoot}>{footer}</div> : null}
    </aside>
  );
};
