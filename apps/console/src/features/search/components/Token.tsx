import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { type ReactNode } from 'react';
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
}): ReactNode => (
  <Popover
    open={props.open}
    onOpenChange={(_event, { open }) => props.onOpenChange(open)}
    positioning={{ position: 'below', align: 'start', offset: 4 }}
    trapFocus
    unstable_disableAutoFocus={false}
  >
    <PopoverTrigger disableButtonEnhancement>
      <button type="button" className={styles.token} aria-label={props.nameTrigger ? props.name : undefined}>
        <span className={styles.tokenText}>{props.label}</span>
        <ChevronDownRegular fontSize={12} aria-hidden />
      </button>
    </PopoverTrigger>
    <PopoverSurface className={styles.surface ?? ''} aria-label={props.name}>
      {props.children}
    </PopoverSurface>
  </Popover>
);
