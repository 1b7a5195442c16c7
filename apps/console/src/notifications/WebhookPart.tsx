import { KeyRegular, SendRegular } from '@fluentui/react-icons';
import type { NoticeSettings } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { SecretOnce } from '../shared/webhooks/SecretOnce.tsx';
import { useNoticeWebhook } from './notice-settings.queries.ts';

/** How it goes with the webhook that is kept. */
const State = ({ webhook }: { readonly webhook: NonNullable<NoticeSettings['webhook']> }): ReactNode => {
  const text = useText('notices');
  const formats = useFormats();
  const { isStopped, problem, sentAt } = webhook;
  if (problem !== null)
    return <p className="m-0">{text(isStopped ? 'webhook.stopped' : 'webhook.trying', { problem })}</p>;
  return (
    <p className="soft m-0">
      {sentAt === null ? text('webhook.never') : text('webhook.sent', { time: formats.dateTime(sentAt) })}
    </p>
  );
};

/** Tries the webhook of the person, and makes what its messages are signed with. @param isSaved its address is kept. */
export const WebhookPart = ({
  webhook,
  isSaved,
}: Pick<NoticeSettings, 'webhook'> & { readonly isSaved: boolean }): ReactNode => {
  const text = useText('notices');
  const common = useText('common');
  const { test, renewSecret } = useNoticeWebhook();
  const secret = renewSecret.data?.secret;
  const failure = test.error ?? renewSecret.error;
  const blocked = (isPending: boolean): string | undefined => {
    if (!isSaved) return text('webhook.saveFirst');
    return isPending ? common('saving') : undefined;
  };
  return (
    <>
      {isSaved && webhook !== null ? <State webhook={webhook} /> : null}
      <div className="row-wrap">
        <CommandButton
          command={{
            id: 'testWebhook',
            text: text('webhook.test'),
            icon: SendRegular,
            onSelect: () => test.mutate(undefined),
            disabledReason: blocked(test.isPending),
          }}
        />
        <CommandButton
          command={{
            id: 'webhookSecret',
            text: text('webhook.secret'),
            icon: KeyRegular,
            onSelect: () => renewSecret.mutate(undefined),
            disabledReason: blocked(renewSecret.isPending),
          }}
        />
      </div>
      {test.data === undefined ? null : (
        <p role="status" className="m-0">
          {test.data.problem === null ? text('webhook.tested') : text('webhook.failed', { problem: test.data.problem })}
        </p>
      )}
      {secret === undefined ? null : <SecretOnce secret={secret} hint={text('webhook.secretOnce')} />}
      {failure ? <ErrorState error={failure} compact /> : null}
    </>
  );
};
