import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, useCopy } from '@redoubt/ui';
import type { ReactNode } from 'react';

/** A secret that is shown once, with a button that copies it. */
export const SecretOnce = ({ secret, hint }: { readonly secret: string; readonly hint: string }): ReactNode => {
  const common = useText('common');
  const { copied, copy } = useCopy();
  return (
    <div role="status" className="stack-2 min-w-0">
      <span>{hint}</span>
      <code className="anywhere">{secret}</code>
      <CommandButton
        command={{
          id: 'copySecret',
          text: copied ? common('action.copied') : common('action.copy'),
          icon: copied ? CheckmarkRegular : CopyRegular,
          onSelect: () => void copy(secret),
        }}
      />
    </div>
  );
};
