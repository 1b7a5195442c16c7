import { SearchRegular } from '@fluentui/react-icons';
import { useRef, type ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import { useShortcut } from '../shortcuts/shortcuts.tsx';
import { KeyHint } from '../values/KeyHint.tsx';
import styles from './fields.module.css';

export type SearchFieldProps = {
  /** What is looked for, for people who hear the page. */
  readonly label: string;
  /** What can be typed, shown while the field is empty; the label without it. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** False where `/` does not go to it. Of several fields, the one that came last has it: that of a panel, while open. */
  readonly takesSlash?: boolean;
  /** Has the focus once the panel around it opens. */
  readonly autoFocus?: boolean;
  readonly maxLength?: number;
  /** Takes the width of what it stands in. */
  readonly wide?: boolean;
};

/** A field that narrows what is on screen while one types; Escape empties it. */
export const SearchField = (props: SearchFieldProps): ReactNode => {
  const { label, value, onChange, takesSlash = true, wide = false } = props;
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', label, () => field.current?.focus(), { active: takesSlash });
  return (
    <label className={joinClasses(styles.search, wide && styles.wide)}>
      <SearchRegular className={joinClasses(styles.searchIcon)} fontSize={16} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts={takesSlash ? '/' : undefined}
        placeholder={props.placeholder ?? label}
        value={value}
        maxLength={props.maxLength}
        data-autofocus={props.autoFocus ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          event.stopPropagation();
          onChange('');
        }}
      />
      {takesSlash ? <KeyHint keys="/" /> : null}
    </label>
  );
};
