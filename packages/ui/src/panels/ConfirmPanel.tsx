import { useText } from '@redoubt/i18n';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { Command } from '../layout/command.ts';
import { CommandButton } from '../layout/CommandButton.tsx';
import styles from './panels.module.css';

export type ConfirmPanelProps = {
  /** Names the object: "Delete the list high_risk_postcodes?" */
  readonly title: string;
  /** What depends on it and whether it can be undone. */
  readonly children?: ReactNode;
  /** The verb again, never "Yes". */
  readonly confirmText: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly busy?: boolean;
  /** What most people want in place of confirming; it has the focus then. */
  readonly instead?: Command | undefined;
  /** Why it cannot be confirmed. */
  readonly disabledReason?: string | undefined;
};

/** Asks beside the thing it asks about instead of over it. The focus starts on the safe choice and returns on close. */
export const ConfirmPanel = ({
  title,
  children,
  confirmText,
  onConfirm,
  onCancel,
  busy = false,
  instead,
  disabledReason,
}: ConfirmPanelProps) => {
  const common = useText('common');
  const id = useId();
  const buttons = useRef<HTMLDivElement>(null);
  const beginsSafe = useRef(instead !== undefined);
  useEffect(() => {
    const before = document.activeElement;
    const safe = beginsSafe.current ? buttons.current?.firstElementChild : buttons.current?.lastElementChild;
    if (safe instanceof HTMLElement) safe.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      className={styles.confirm}
      role="alertdialog"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <p id={id} className="strong">
        {title}
      </p>
      {children ? <div className="quiet">{children}</div> : null}
      <div className="row" ref={buttons}>
        {instead ? <CommandButton primary command={instead} /> : null}
        <CommandButton
          appearance="danger"
          command={{ id: 'confirm', text: confirmText, onSelect: busy ? undefined : onConfirm, disabledReason }}
        />
        <CommandButton
          appearance="outline"
          command={{ id: 'cancel', text: common('action.cancel'), onSelect: onCancel }}
        />
      </div>
    </div>
  );
};
