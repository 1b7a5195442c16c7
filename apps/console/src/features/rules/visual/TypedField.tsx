import { useState } from 'react';
import { joinClasses } from '@redoubt/ui';
import styles from './visual.module.css';

export type TypedFieldProps = {
  readonly label: string;
  readonly placeholder: string;
  /** What the text says now. */
  readonly written: string;
  /** Id of the list of proposals. */
  readonly list?: string | undefined;
  readonly className?: string | undefined;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly readOnly: boolean;
  readonly onType: (typed: string) => void;
  readonly onEnter?: (() => void) | undefined;
};

/** Keeps what is being typed as it is typed; what became of it is written again once the field is left. */
export const TypedField = (props: TypedFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className={joinClasses(styles.field, props.className)}
      aria-label={props.label}
      aria-invalid={props.invalid && typed === null}
      aria-describedby={props.describedBy}
      placeholder={props.placeholder}
      list={props.list}
      autoComplete="off"
      spellCheck={false}
      readOnly={props.readOnly}
      value={typed ?? props.written}
      onChange={(event) => {
        setTyped(event.target.value);
        props.onType(event.target.value);
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !props.onEnter) return;
        event.preventDefault();
        props.onEnter();
      }}
    />
  );
};
