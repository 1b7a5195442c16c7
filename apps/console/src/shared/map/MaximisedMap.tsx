import { DismissRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { IconButton } from '@redoubt/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './map.module.css';

/** The map as large as the window; Escape or the button closes it, and the focus returns to where it came from. */
export const MaximisedMap = (props: { readonly onClose: () => void; readonly children: ReactNode }): ReactNode => {
  const say = useText('casework');
  const common = useText('common');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.maximised}
      aria-label={say('map.title')}
      onClose={props.onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="flex middle between pb-2">
        <h2>{say('map.title')}</h2>
        <IconButton icon={DismissRegular} label={common('action.close')} onClick={() => dialog.current?.close()} />
      </div>
      {props.children}
    </dialog>
  );
};
