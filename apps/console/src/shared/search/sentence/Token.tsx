import { ChevronDownRegular } from '@fluentui/react-icons';
import { Flyout } from '@redoubt/ui';
import { useRef, type ReactNode } from 'react';
import styles from './filters.module.css';

/** A part of the sentence that can be changed where it stands. */
export const Token = (props: {
  readonly label: ReactNode;
  /** What is changed there. */
  readonly name: string;
  /** Where the label shows no word of its own. */
  readonly nameTrigger?: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}): ReactNode => {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <span className="inline-flex relative">
      <button
        ref={trigger}
        type="button"
        className={styles.token}
        aria-label={props.nameTrigger ? props.name : undefined}
        aria-haspopup="dialog"
        aria-expanded={props.open}
        onClick={() => props.onOpenChange(!props.open)}
      >
        <span className="inline-flex middle gap-1 overflow-hidden ellipsis">{props.label}</span>
        <ChevronDownRegular fontSize={12} aria-hidden />
      </button>
      {props.open ? (
        <Flyout label={props.name} trigger={trigger} onClose={() => props.onOpenChange(false)}>
          <div className="p-3">{props.children}</div>
        </Flyout>
      ) : null}
    </span>
  );
};
