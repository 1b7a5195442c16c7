import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel, type Command, type SidePanelProps } from '@redoubt/ui';
import type { ReactNode } from 'react';

/** A panel that does one thing: what it does, and a way out, stand below. */
export const ActionPanel = (props: Omit<SidePanelProps, 'footer'> & { readonly action: Command }): ReactNode => {
  const { action, ...panel } = props;
  const common = useText('common');
  return (
    <SidePanel
      {...panel}
      footer={
        <>
          <CommandButton primary command={action} />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: panel.onClose }} />
        </>
      }
    />
  );
};
