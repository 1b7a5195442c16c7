import { DismissRegular } from '@fluentui/react-icons';
import { IconButton } from '@redoubt/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './wall-frame.module.css';

export type WallFrameProps = {
  /** What the mode is called, for people who hear the page. */
  readonly label: string;
  readonly title: string;
  /** At the end of the title, such as the time of the figures. */
  readonly aside?: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** A screen in a dark room is dark, whatever the theme of the reader. */
  readonly dark?: boolean;
  /** Keys beside Escape and `w`; answers whether it took one. */
  readonly onKey?: (key: string) => boolean;
  readonly children: ReactNode;
};

/** A page for a screen on the wall. It fills the screen where the browser lets it, and the window otherwise. */
export const WallFrame = (props: WallFrameProps): ReactNode => {
  const { label, title, aside, closeLabel, onClose, dark = false, onKey, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const leave = useRef(onClose);
  leave.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    const full = screen.current;
    element?.showModal();
    full?.focus();
    // Refused without a press, as from an address that was opened.
    full?.requestFullscreen?.().catch(() => undefined);
    const onChange = (): void => {
      if (document.fullscreenElement === null) leave.current();
    };
    full?.addEventListener('fullscreenchange', onChange);
    return () => {
      full?.removeEventListener('fullscreenchange', onChange);
      if (full !== null && document.fullscreenElement === full) void document.exitFullscreen();
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.wall}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The keys of the page rest behind it.
      onKeyDown={(event) => {
        event.stopPropagation();
        const closes = event.key === 'Escape' || event.key === 'w';
        if (!closes && onKey?.(event.key) !== true) return;
        event.preventDefault();
        if (closes) onClose();
      }}
    >
      <div ref={screen} className={styles.screen} tabIndex={-1} data-theme={dark ? 'dark' : undefined}>
        <header className={styles.head}>
          <h2>{title}</h2>
          <span className="muted">{aside}</span>
          <IconButton icon={DismissRegular} label={closeLabel} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
};
