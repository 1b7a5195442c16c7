import { KeyRegular, type FluentIcon } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { SecretOnce } from '../../../shared/webhooks/SecretOnce.tsx';
import { useAlertMutations } from '../../../shared/alerts/alerts.queries.ts';

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
      {secret === undefined ? null : <SecretOnce secret={secret} hint={text('secretOnce')} />}
      {failure ? <ErrorState error={failure} compact /> : null}
    </div>
  );
};
