import { CheckmarkRegular, CopyRegular, KeyRegular, type FluentIcon } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, useCopy } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useAlertMutations } from '../alerts.queries.ts';

/** Tries the webhook of an alert, and makes what it is signed with. */
export const WebhookPart = ({
  alertId: id,
  icon,
}: {
  readonly alertId: string;
  readonly icon: FluentIcon;
}): ReactNode => {
  const text = useText('alerts');
  const common = useText('common');
  const { test, renewSecret } = useAlertMutations();
  const { copied, copy } = useCopy();
  const secret = renewSecret.data?.secret;
  const failure = test.error ?? renewSecret.error;
  return (
    <div className="stack-2">
      <div className="row-wrap">
        <CommandButton
          command={{
            id: 'test',
            text: text('test'),
            icon,
            onSelect: () => test.mutate({ id }),
            disabledReason: test.isPending ? common('saving') : undefined,
          }}
        />
        <CommandButton
          command={{
            id: 'secret',
            text: text('secret'),
            icon: KeyRegular,
            onSelect: () => renewSecret.mutate({ id }),
            disabledReason: renewSecret.isPending ? common('saving') : undefined,
          }}
        />
      </div>
      {secret === undefined ? null : (
        <div role="status" className="stack-2 min-w-0">
          <span>{text('secretOnce')}</span>
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
      )}
      {failure ? <ErrorState error={failure} compact /> : null}
    </div>
  );
};
