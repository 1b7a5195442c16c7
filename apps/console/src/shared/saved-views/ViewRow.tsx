import {
  ArrowSyncRegular,
  DeleteRegular,
  EditRegular,
  StarFilled,
  StarRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import type { SavedView } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { IconButton, joinClasses, KeyHint, useShortcut } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './saved-views.module.css';

/** Views that a digit opens. */
const DIGITS = 9;

const OpenButton = (props: {
  readonly number: number;
  readonly name: string;
  readonly isShown: boolean;
  readonly detail?: string | undefined;
  readonly takesFocus?: boolean;
  readonly onOpen: () => void;
}): ReactNode => {
  const { number, name, isShown, detail, takesFocus = false, onOpen } = props;
  const text = useText('savedViews');
  const keys = String(number);
  const hasKey = number <= DIGITS;
  useShortcut(keys, text('openNumber'), onOpen, { active: hasKey });
  return (
    <button
      type="button"
      className={joinClasses(styles.open, isShown && styles.shown)}
      aria-current={isShown ? 'true' : undefined}
      aria-keyshortcuts={hasKey ? keys : undefined}
      data-autofocus={takesFocus || undefined}
      onClick={onOpen}
    >
      <span className={styles.key}>{hasKey ? <KeyHint keys={keys} /> : null}</span>
      <span className="truncate">{name}</span>
      {detail === undefined ? null : <span className="soft truncate">{detail}</span>}
      {isShown ? <span className="soft">{text('onPage')}</span> : null}
    </button>
  );
};

/** The page as it opens by itself. */
export const StandardRow = (props: { readonly isShown: boolean; readonly onOpen: () => void }): ReactNode => {
  const text = useText('savedViews');
  return (
    <div className={styles.row}>
      <OpenButton number={0} name={text('standard')} takesFocus {...props} />
    </div>
  );
};

const Action = (props: {
  readonly icon: FluentIcon;
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabledReason?: string | undefined;
  readonly onSelect: () => void;
}): ReactNode => {
  const { icon, label, pressed, disabledReason, onSelect } = props;
  return (
    <IconButton
      dense
      icon={icon}
      label={label}
      title={disabledReason ?? label}
      aria-pressed={pressed}
      aria-disabled={disabledReason === undefined ? undefined : true}
      onClick={() => disabledReason === undefined && onSelect()}
    />
  );
};

/** One view: its name opens it; what may be done with it stands behind. */
export const ViewRow = (props: {
  readonly view: SavedView;
  readonly number: number;
  readonly isShown: boolean;
  readonly onOpen: () => void;
  readonly onDefault: () => void;
  readonly onReplace: () => void;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}): ReactNode => {
  const { view, number, isShown } = props;
  const { name, isDefault, isOwn, canChange, owner } = view;
  const text = useText('savedViews');
  return (
    <li className={styles.row}>
      <OpenButton
        number={number}
        name={name}
        isShown={isShown}
        detail={isOwn ? undefined : text('by', { name: owner })}
        onOpen={props.onOpen}
      />
      <Action
        icon={isDefault ? StarFilled : StarRegular}
        label={text('setDefault', { name })}
        pressed={isDefault}
        onSelect={props.onDefault}
      />
      {canChange ? (
        <>
          <Action
            icon={ArrowSyncRegular}
            label={text('replace', { name })}
            disabledReason={isShown ? text('sameAs', { name }) : undefined}
            onSelect={props.onReplace}
          />
          <Action icon={EditRegular} label={text('change', { name })} onSelect={props.onChange} />
          <Action icon={DeleteRegular} label={text('delete', { name })} onSelect={props.onDelete} />
        </>
      ) : null}
    </li>
  );
};
