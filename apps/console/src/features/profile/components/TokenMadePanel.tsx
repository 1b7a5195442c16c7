import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { SecretText } from '../../../shared/secrets/SecretText.tsx';
import { CommandText } from '../../../shared/secrets/CommandText.tsx';

/** The text of a new token, the one time it is seen, and how the command line takes it. */
export const TokenMadePanel = (props: {
  readonly made: { readonly name: string; readonly secret: string };
  readonly onClose: () => void;
}): ReactNode => {
  const { made, onClose } = props;
  const text = useText('profile');
  const example = `export REDOUBT_TOKEN=…\nredoubt config diff ./rules --server ${window.location.origin} --environment Production`;
  return (
    <SidePanel
      title={made.name}
      onClose={onClose}
      footer={<CommandButton primary command={{ id: 'done', text: text('tokens.done'), onSelect: onClose }} />}
    >
      <div className="stack-4 prose">
        <p role="status">{text('tokens.once')}</p>
        <SecretText label={text('tokens.secret')} secret={made.secret} />
        <p className="soft">{text('tokens.use')}</p>
        <CommandText label={text('tokens.use')}>{example}</CommandText>
      </div>
    </SidePanel>
  );
};
