import { Checkbox, Field, Input, Select, Switch } from '@fluentui/react-components';
import { putNoticeSettings, type Me, type NoticeChoices, type NoticeSettings } from '@redoubt/contracts';
import {
  DEFAULT_SUBSCRIPTION,
  isMailedType,
  isWebhookType,
  NOTICE_TYPES,
  noticeTypesFor,
  RAISED_NOTICE_TYPES,
  type NoticeType,
} from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Loading, QueryState, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '../app/console-context.tsx';
import { useAllEnvironments } from '../app/environments.ts';
import { FormPanel } from '../shared/forms/FormPanel.tsx';
import { useWireForm } from '../shared/forms/use-wire-form.ts';
import { WireField } from '../shared/forms/WireField.tsx';
import { hourText, ownTimeZone, timeZones } from '../shared/report-schedules/schedule-times.ts';
import { noticeSettingsQuery, useSaveNoticeSettings } from './notice-settings.queries.ts';
import { WebhookPart } from './WebhookPart.tsx';
import styles from './notice-settings.module.css';

const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Evening to morning, until the person says otherwise. */
const NIGHT = { from: 20, to: 7, weekends: true } as const;

/** Types that the person's roles receive first, then those they chose something for and receive no more. */
const choicesOf = (settings: NoticeSettings, received: readonly NoticeType[]): NoticeChoices['subscriptions'] => {
  const kept = new Map(settings.subscriptions.map((each) => [each.type, each]));
  const others = settings.subscriptions.filter(({ type }) => !received.includes(type));
  return [...received.map((type) => kept.get(type) ?? { type, ...DEFAULT_SUBSCRIPTION }), ...others];
};

type FormProps = {
  readonly settings: NoticeSettings;
  readonly environments: Me['environments'];
  readonly onClose: () => void;
};

const SettingsForm = ({ settings, environments, onClose }: FormProps): ReactNode => {
  const text = useText('notices');
  const common = useText('common');
  const { language } = useFormats();
  const save = useSaveNoticeSettings();
  const entitled = new Set(environments.flatMap(({ capabilities }) => noticeTypesFor(capabilities)));
  const received = (Object.keys(NOTICE_TYPES) as NoticeType[]).filter(
    (type) => entitled.has(type) && RAISED_NOTICE_TYPES.has(type),
  );
  const form = useWireForm({
    body: putNoticeSettings.body,
    values: {
      subscriptions: choicesOf(settings, received),
      quietHours: settings.quietHours,
      webhookUrl: settings.webhookUrl,
    },
    texts: { 'quietHours.timeZone': text('quiet.zoneWrong'), webhookUrl: text('webhook.wrong') },
    blocked: save.isPending ? common('saving') : undefined,
    error: save.error,
    onSubmit: (body) => save.mutate(body, { onSuccess: onClose }),
  });
  const { subscriptions, quietHours, webhookUrl } = form.watch();
  const { server, address } = settings.mail;
  const mailText = server
    ? address === null
      ? text('notifications.noAddress')
      : text('notifications.mailTo', { address })
    : text('notifications.noServer');
  const canMail = server && address !== null;
  const hour = (name: 'from' | 'to'): ReactNode => (
    <Field size="small" label={text(`quiet.${name}`)}>
      <Select
        size="small"
        value={String(quietHours?.[name])}
        onChange={(_event, { value }) => form.setValue(`quietHours.${name}`, Number(value), TYPED)}
      >
        {HOURS.map((each) => (
          <option key={each} value={each}>
            {hourText(each, language)}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <FormPanel
      title={text('notifications.settings')}
      form={form}
      action={text('notifications.save')}
      closeText={text('notifications.back')}
      error={save.error}
      onClose={onClose}
      over
    >
      <p className="quiet m-0">{text('notifications.settingsHint')}</p>
      <table className={styles.kinds}>
        <thead>
          <tr>
            <th scope="col">{text('notifications.kind')}</th>
            <th scope="col">{text('notifications.inConsole')}</th>
            <th scope="col">{text('notifications.byMail')}</th>
            <th scope="col">{text('notifications.byWebhook')}</th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.slice(0, received.length).map(({ type, shown, mailed, webhook }, index) => (
            <tr key={type}>
              <th scope="row">{text(`noticeType.${type}`)}</th>
              <td>
                <Checkbox
                  aria-label={`${text(`noticeType.${type}`)}: ${text('notifications.inConsole')}`}
                  checked={shown}
                  onChange={(_event, { checked }) =>
                    form.setValue(`subscriptions.${index}.shown`, checked === true, TYPED)
                  }
                />
              </td>
              <td>
                {isMailedType(type) ? (
                  <Checkbox
                    aria-label={`${text(`noticeType.${type}`)}: ${text('notifications.byMail')}`}
                    checked={mailed}
                    // What was chosen while there was a mail server can be taken back.
                    disabled={!canMail && !mailed}
                    onChange={(_event, { checked }) =>
                      form.setValue(`subscriptions.${index}.mailed`, checked === true, TYPED)
                    }
                  />
                ) : null}
              </td>
              <td>
                {isWebhookType(type) ? (
                  <Checkbox
                    aria-label={`${text(`noticeType.${type}`)}: ${text('notifications.byWebhook')}`}
                    checked={webhook}
                    disabled={webhookUrl === null && !webhook}
                    onChange={(_event, { checked }) =>
                      form.setValue(`subscriptions.${index}.webhook`, checked === true, TYPED)
                    }
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft m-0">{mailText}</p>
      <fieldset className={styles.quiet}>
        <legend>{text('notifications.byWebhook')}</legend>
        <p className="soft m-0">{text('webhook.hint')}</p>
        <WireField form={form} name="webhookUrl" label={text('webhook.url')}>
          <Input
            size="small"
            type="url"
            value={webhookUrl ?? ''}
            onChange={(_event, { value }) => form.setValue('webhookUrl', value === '' ? null : value, TYPED)}
          />
        </WireField>
        {settings.webhookUrl === null && webhookUrl === null ? null : (
          <WebhookPart webhook={settings.webhook} isSaved={webhookUrl !== null && webhookUrl === settings.webhookUrl} />
        )}
      </fieldset>
      <fieldset className={styles.quiet}>
        <legend>{text('quiet.title')}</legend>
        <Switch
          label={text('quiet.on')}
          checked={quietHours !== null}
          onChange={(_event, { checked }) =>
            form.setValue('quietHours', checked ? { ...NIGHT, timeZone: ownTimeZone() } : null, TYPED)
          }
        />
        {quietHours === null ? null : (
          <>
            <div className="row-wrap align-start">
              {hour('from')}
              {hour('to')}
              <WireField form={form} name="quietHours.timeZone" label={text('quiet.timeZone')}>
                <Select
                  size="small"
                  value={quietHours.timeZone}
                  onChange={(_event, { value }) => form.setValue('quietHours.timeZone', value, TYPED)}
                >
                  {timeZones(quietHours.timeZone).map((zone) => (
                    <option key={zone} value={zone}>
                      {zone.replaceAll('_', ' ')}
                    </option>
                  ))}
                </Select>
              </WireField>
            </div>
            <Checkbox
              label={text('quiet.weekends')}
              checked={quietHours.weekends}
              onChange={(_event, { checked }) => form.setValue('quietHours.weekends', checked === true, TYPED)}
            />
          </>
        )}
        <p className="soft m-0">{text('quiet.hint')}</p>
      </fieldset>
    </FormPanel>
  );
};

/** Where the person hears of which kinds of notices, and when they are not mailed. */
export const NoticeSettingsPanel = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const text = useText('notices');
  const query = useQuery(noticeSettingsQuery(useCall()));
  // The form begins with the types that roles in any of them receive.
  const { environments, isWhole } = useAllEnvironments();
  if (query.data !== undefined && isWhole)
    return <SettingsForm settings={query.data} environments={environments} onClose={onClose} />;
  return (
    <SidePanel title={text('notifications.settings')} onClose={onClose} over>
      <QueryState query={query}>{() => <Loading />}</QueryState>
    </SidePanel>
  );
};
