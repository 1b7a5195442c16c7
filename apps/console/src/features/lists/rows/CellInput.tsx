import { useEffect, useRef, type KeyboardEvent } from 'react';
import styles from '../components/lists.module.css';

/** A cell while its row is edited: Enter takes the row as it stands, Escape leaves it as it was. */
export const CellInput = (props: {
  readonly name: string;
  readonly value: string;
  readonly takesFocus: boolean;
  readonly isWrong: boolean;
  readonly onChange: (value: string) => void;
  readonly onTake: () => void;
  readonly onLeave: () => void;
}) => {
  const input = useRef<HTMLInputElement>(null);
  const { takesFocus } = props;
  useEffect(() => {
    if (takesFocus) input.current?.select();
  }, [takesFocus]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') props.onTake();
    else props.onLeave();
  };
  return (
    <input
      ref={input}
      className={styles.cellInput}
      aria-label={props.name}
      aria-invalid={props.isWrong || undefined}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onClick={(event) => event.preventDefault()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
};
