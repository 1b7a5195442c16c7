import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, useCopy } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './fingerprints.module.css';

/** Code to take along. */
export const CodeBlock = ({ label, code }: { readonly label: string; readonly code: string }): ReactNode => {
  const common = useText('common');
  const { copied, copy } = useCopy();
  return (
    <div className={styles.code} role="group" aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <pre tabIndex={0}>{code}</pre>
      <CommandButton
        appearance="outline"
        command={{
          id: 'copy',
          text: common(copied ? 'action.copied' : 'action.copy'),
          icon: copied ? CheckmarkRegular : CopyRegular,
          onSelect: () => void copy(code),
        }}
      />
    </div>
  );
};
