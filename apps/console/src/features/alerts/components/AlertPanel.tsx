import {
  AlertOffRegular,
  AlertRegular,
  EditRegular,
  MailFilled,
  MailRegular,
  SendRegular,
} from '@fluentui/react-icons';
import type { AlertRow } from '@redoubt/contracts';
import { ALERT_FIGURE_FACTS } from '@redoubt/domain';
import { useFormats, useText, type TextKey } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, FactList, SidePanel, Sparkline, type Fact } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useAlertMutations } from '../../../shared/alerts/alerts.queries.ts';
import { AlertStateChip, valuesOf } from '../use-alert-columns.tsx';
import { useAlertTexts } from '../use-alert-texts.ts';
import { AlertHistoryPart } from './AlertHistoryPart.tsx';
import { deleteCommand } from '../../../shared/list-page/common-commands.ts';
import { WebhookPart } from './WebhookPart.tsx';

const HOUR_MS = 3_600_000;

/** For how long an alert can be muted at a press. */
const MUTES = [
  { id: 'hour', ms: HOUR_MS },
  { id: 'day', ms: 24 * HOUR_MS },
  { id: 'week', ms: 168 * HOUR_MS },
] as const;

/** An alert: what it watches, when it was open, and what is sent about it. */
export const AlertPanel = (props: {
  readonly alert: AlertRow;
  readonly canWrite: boolean;
  readonly canMail: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { alert, canWrite, canMail, onEdit, onClose } = props;
  const { id, name, figure, value, windowMinutes, row, severity, notified, mutedUntil, mailed, silenceHours } = alert;
  const text = useText('alerts');
  const common = useText('common');
  const formats = useFormats();
  const texts = useAlertTexts();
  const { remove, mute, follow } = useAlertMutations();
  const [isDeleting, setDeleting] = useState(false);
  const { unit } = ALERT_FIGURE_FACTS[figure];
  const busy = mute.isPending || follow.isPending ? common('saving') : undefined;
  const facts: readonly Fact[] = [
    [text('series'), `${texts.figure(alert)}: ${texts.target(alert)}`],
    [text('value'), value === null ? text('stateOf.unknown') : texts.value(unit, value)],
    [text('expected'), texts.expected(alert)],
    [text('window'), text(`windowOf.${windowMinutes}` as TextKey<'alerts'>)],
    [text('row'), formats.number(row)],
    [text('severity'), text(`severityOf.${severity}`)],
    [text('notified'), text(`notifiedOf.${notified}`)],
    [text('silence'), formats.number(silenceHours)],
  ];
  const failure = mute.error ?? follow.error ?? remove.error;
  return (
    <SidePanel title={name} onClose={onClose}>
      <div className="stack-4">
        <div className="row-wrap">
          <AlertStateChip alert={alert} />
          {mutedUntil === null ? null : (
            <span className="muted">{text('mutedUntil', { time: formats.dateTime(mutedUntil) })}</span>
          )}
        </div>
        <Sparkline values={valuesOf(alert)} width={400} height={56} />
        <div className="row-wrap">
          {canWrite ? (
            <CommandButton command={{ id: 'edit', text: common('action.edit'), icon: EditRegular, onSelect: onEdit }} />
          ) : null}
          <CommandButton
            command={{
              id: 'follow',
              text: mailed ? text('unfollow') : text('follow'),
              icon: mailed ? MailFilled : MailRegular,
              pressed: mailed,
              onSelect: () => follow.mutate({ id, mailed: !mailed }),
              // What was asked for can always be ended.
              disabledReason: busy ?? (mailed || canMail ? undefined : text('noMail')),
            }}
          />
          {canWrite && mutedUntil !== null ? (
            <CommandButton
              command={{
                id: 'unmute',
                text: text('unmute'),
                icon: AlertRegular,
                onSelect: () => mute.mutate({ id, until: null }),
                disabledReason: busy,
              }}
            />
          ) : null}
          {canWrite && mutedUntil === null
            ? MUTES.map((each) => (
                <CommandButton
                  key={each.id}
                  command={{
                    id: `mute-${each.id}`,
                    text: text(`mute.${each.id}`),
                    icon: AlertOffRegular,
                    onSelect: () => mute.mutate({ id, until: new Date(Date.now() + each.ms).toISOString() }),
                    disabledReason: busy,
                  }}
                />
              ))
            : null}
          {canWrite ? (
            <CommandButton
              command={deleteCommand({ text: common('action.delete'), onSelect: () => setDeleting(true) })}
            />
          ) : null}
        </div>
        {failure ? <ErrorState error={failure} compact /> : null}
        {isDeleting ? (
          <ConfirmPanel
            title={text('delete.title')}
            confirmText={common('action.delete')}
            busy={remove.isPending}
            onCancel={() => setDeleting(false)}
            onConfirm={() => remove.mutate({ id, version: alert.version }, { onSuccess: onClose })}
          >
            <p>{text('delete.body')}</p>
          </ConfirmPanel>
        ) : null}
        <FactList facts={facts} />
        <AlertHistoryPart alertId={id} unit={unit} hasWebhook={alert.webhookUrl !== null} />
        {alert.webhookUrl === null || !canWrite ? null : <WebhookPart alertId={id} icon={SendRegular} />}
      </div>
    </SidePanel>
  );
};
