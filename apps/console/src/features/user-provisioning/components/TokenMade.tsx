import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { SecretText } from '../../../shared/secrets/SecretText.tsx';

export type MadeToken = { readonly name: string; readonly secret: string };

/** The text of a new token, the one time it is seen. */
export const TokenMade = (props: { readonly made: MadeToken; readonly onClose: () => void }): ReactNode => {
  const { made, onClose } = props;
  const text = useText('provisioning');
  return (
    <SidePanel
      title={made.name}
      onClose={onClose}
      footer={<CommandButton primary command={{ id: 'done', text: text('token.done'), onSelect: onClose }} />}
    >
      <div className="stack-4 prose">
        <p role="status">{text('token.once')}</p>
        <SecretText label={text('token.secret')} secret={made.secret} />
      </div>
    </SidePanel>
  );
};
