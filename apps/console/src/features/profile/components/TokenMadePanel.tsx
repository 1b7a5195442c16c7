import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel, useCopy } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './profile.module.css';

/** The text of a new token, the one time it is seen, and how the command line takes it. */
export const TokenMadePanel = (props: {
  readonly made: { readonly name: string; readonly secret: string };
  readonly onClose: () => void;
}): ReactNode => {
  const { made, onClose } = props;
  const text = useText('profile');
  const common = useText('common');
  const { copied, copy } = useCopy();
  const example = `export REDOUBT_TOKEN=…\nredoubt config diff ./rules --server ${window.location.origin} --environment Production`;
  return (
    <SidePanel
      title={made.name}
      onClose={onClose}
      footer={<CommandButton primary command={{ id: 'done', text: text('tokens.done'), onSelect: onClose }} />}
    >
      <div className="stack-4 prose">
        <p role="status">{text('tokens.once')}</p>
        <div className={styles.secret} role="group" aria-label={text('tokens.secret')}>
          <code>{made.secret}</code>
          <CommandButton
            appearance="outline"
            command={{
              id: 'copy',
              text: copied ? common('action.copied') : common('action.copy'),
              icon: copied ? CheckmarkRegular : CopyRegular,
              onSelect: () => void copy(made.secret),
            }}
          />
        </div>
        <p className="soft">{text('tokens.use')}</p>
        {/* A scrolled box is reached by keyboard too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={styles.code} role="group" tabIndex={0} aria-label={text('tokens.use')}>
          {example}
        </pre>
      </div>
    </SidePanel>
  );
};
