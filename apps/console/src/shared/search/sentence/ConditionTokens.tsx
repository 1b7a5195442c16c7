import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { KeyHint } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './filters.module.css';
import { Token } from './Token.tsx';

type Opening = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

/** One condition of a sentence: a click opens its editor, a cross takes it out. */
export const ConditionToken = (props: {
  /** Attribute and operator, in words. */
  readonly start: string;
  readonly values: string;
  readonly opening: Opening;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}): ReactNode => {
  const { start, values, opening, onRemove, children } = props;
  const text = useText('search');
  return (
    <span className="inline-flex max-w-full bg-hover radius-1">
      <Token
        name={start}
        label={
          <>
            <span className="regular">{start}</span> {values}
          </>
        }
        {...opening}
      >
        {children}
      </Token>
      <button
        type="button"
        className={styles.remove}
        aria-label={text('condition.removeWhat', { condition: `${start} ${values}` })}
        onClick={onRemove}
      >
        <DismissRegular fontSize={12} aria-hidden />
      </button>
    </span>
  );
};

/** Opens the editor of a new condition. */
export const NewConditionToken = (props: {
  /** Whether it is the first: its name is shown then, not only its key. */
  readonly isFirst: boolean;
  /** What it is called where it is not a condition of the whole question. */
  readonly name?: string;
  readonly opening: Opening;
  readonly children: ReactNode;
}): ReactNode => {
  const text = useText('search');
  return (
    <Token
      name={props.name ?? text('condition.add')}
      nameTrigger
      label={
        <span className="inline-flex middle gap-1 regular">
          <AddRegular fontSize={14} aria-hidden />
          {props.isFirst ? text('condition.add') : null}
          {props.name === undefined ? <KeyHint keys="/" /> : null}
        </span>
      }
      {...props.opening}
    >
      {props.children}
    </Token>
  );
};
