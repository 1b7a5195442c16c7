import { useText } from '@redoubt/i18n';
import { ConfirmPanel } from '@redoubt/ui';
import type { ReactNode } from 'react';

/** Asks whether the case in review goes back, so that another one can be taken. */
export const GiveBack = (props: {
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const text = useText('cases');
  return (
    <ConfirmPanel title={text('queue.giveBack')} confirmText={text('queue.giveBackDo')} {...props}>
      {text('queue.giveBackBody')}
    </ConfirmPanel>
  );
};
