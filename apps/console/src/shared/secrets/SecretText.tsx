import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, useCopy } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './secret-text.module.css';

/** A secret, the one time it is seen, to be selected or copied whole. */
export const SecretText = (props: {
  /** What it is. */
  readonly label: string;
  readonly secret: string;
  readonly copyText?: string;
}): ReactNode => {
  const { label, secret, copyText } = props;
  const common = useText('common');
  const { copied, copy } = useCopy();
  return (
    <div className={styles.secret} role="group" aria-label={label}>
      <code>{secret}</code>
      <CommandButton
        appearance="outline"
        command={{
          id: 'copySecret',
          text: copied ? common('action.copied') : (copyText ?? common('action.copy')),
          icon: copied ? CheckmarkRegular : CopyRegular,
          onSelect: () => void copy(secret),
        }}
      />
    </div>
  );
};
