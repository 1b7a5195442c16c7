import { Checkbox, Select } from '@fluentui/react-components';
import { alertText, type AlertRow, type Alerts, type AlertText, type SavedView } from '@redoubt/contracts';
import { ALERT_FIGURE_FACTS, DEFAULT_SILENCE_HOURS, MAX_SILENCE_HOURS } from '@redoubt/domain';
import { useFormats, useText, type TextKey } from '@redoubt/i18n';
import { CommandButton, ErrorState, Loading, QueryState, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { hrefOf } from '../../routes/address.ts';
import { useWireForm } from '../forms/use-wire-form.ts';
import { WireField } from '../forms/WireField.tsx';
import { MessageFields, ThresholdField, WindowField } from './AlertFields.tsx';
import { alertsQuery, useAlertMutations } from './alerts.queries.ts';

const FIGURE = 'searchHits';
const FIRST_WINDOW = 15;
const TYPED = { shouldDirty: true, shouldValidate: true } as const;

/** Saved searches that the caller sees. */
type Searches = readonly Pick<SavedView, 'id' | 'name'>[];

const valuesOf = (searches: Searches): AlertText => ({
  name: searches[0]?.name ?? '',
  figure: FIGURE,
  target: searches[0]?.id ?? null,
  decision: null,
  includeChildren: true,
  windowMinutes: FIRST_WINDOW,
  condition: 'above',
  threshold: Number.NaN,
  row: 1,
  severity: 'Warning',
  notified: 'roles',
  webhookUrl: null,
  silenceHours: DEFAULT_SILENCE_HOURS,
});

const NewSearchAlert = (props: { readonly searches: Searches; readonly canMail: boolean }): ReactNode => {
  const { searches, canMail } = props;
  const text = useText('alerts');
  const common = useText('common');
  const formats = useFormats();
  const { create, follow } = useAlertMutations();
  const [first] = useState(() => valuesOf(searches));
  const [typed, setTyped] = useState('');
  const [isMailed, setMailed] = useState(canMail);
  const form = useWireForm({
    body: alertText,
    values: first,
    texts: {
      target: text('targetNeeded'),
      threshold: text('thresholdWrong'),
      webhookUrl: text('webhookWrong'),
      silenceHours: text('silenceWrong', { most: formats.number(MAX_SILENCE_HOURS) }),
    },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { 'ALERT-TARGET': 'target', 'ALERT-URL': 'webhookUrl', 'ALERT-SEARCH-WINDOW': 'windowMinutes' },
    onSubmit: (body) =>
      create.mutate(body, {
        onSuccess: ({ id }) => {
          form.reset();
          setTyped('');
          if (isMailed) follow.mutate({ id, mailed: true });
        },
      }),
  });
  const { target } = form.watch();
  const choose = (id: string): void => {
    form.setValue('target', id, TYPED);
    form.setValue('name', searches.find((each) => each.id === id)?.name ?? '', TYPED);
  };
  return (
    <form className="stack-3" aria-label={text('search.new')} {...form.formProps}>
      <WireField form={form} name="target" label={text('subject.search')}>
        <Select size="small" value={target ?? ''} onChange={(_event, { value }) => choose(value)}>
          {searches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </WireField>
      <ThresholdField form={form} label={text('search.moreThan')} typed={typed} onType={setTyped} />
      <WindowField form={form} label={text('search.within')} windows={ALERT_FIGURE_FACTS[FIGURE].windows} />
      <MessageFields form={form} />
      {canMail ? (
        <Checkbox
          label={text('follow')}
          checked={isMailed}
          onChange={(_event, { checked }) => setMailed(checked === true)}
        />
      ) : null}
      {create.error && !form.isToldAtField ? <ErrorState error={create.error} compact /> : null}
      {follow.error ? <ErrorState error={follow.error} compact /> : null}
      <div className="row">
        <CommandButton
          primary
          type="submit"
          command={{ id: 'saveAlert', text: text('search.save'), disabledReason: form.disabledReason }}
        />
      </div>
    </form>
  );
};

const AlertLine = ({ alert }: { readonly alert: AlertRow }): ReactNode => {
  const text = useText('alerts');
  const formats = useFormats();
  const { id, name, threshold, windowMinutes, incident, mutedUntil, condition } = alert;
  const isOpen = incident?.closedAt === null;
  return (
    <li className="stack">
      <a href={hrefOf('/alerts', undefined, { alert: id })}>{name}</a>
      <span className="soft">
        {condition === 'above'
          ? text('search.rule', {
              number: formats.number(threshold ?? 0),
              window: text(`windowOf.${windowMinutes}` as TextKey<'alerts'>),
            })
          : text(`conditionOf.${condition}`)}
        {' · '}
        {mutedUntil === null ? text(isOpen ? 'stateOf.open' : 'stateOf.quiet') : text('muted')}
      </span>
    </li>
  );
};

/** Alerts on saved searches: those there are, and a new one, in the panel of the searches. */
export const SearchAlerts = ({ searches }: { readonly searches: Searches }): ReactNode => {
  const text = useText('alerts');
  const query = useRead(alertsQuery);
  const lines = ({ alerts }: Alerts): ReactNode => {
    const own = alerts.filter(({ figure }) => figure === FIGURE);
    if (own.length === 0) return <p className="soft">{text('search.none')}</p>;
    return (
      <ul className="plain-list stack-2">
        {own.map((alert) => (
          <AlertLine key={alert.id} alert={alert} />
        ))}
      </ul>
    );
  };
  return (
    <Section title={text('search.title')}>
      <QueryState query={query} loading={<Loading rows={3} rowHeight={28} />}>
        {(alerts) => (
          <div className="stack-3">
            {lines(alerts)}
            {!alerts.canWrite ? null : searches.length === 0 ? (
              <p className="soft">{text('search.saveFirst')}</p>
            ) : (
              <NewSearchAlert
                key={searches.map(({ id }) => id).join(' ')}
                searches={searches}
                canMail={alerts.canMail}
              />
            )}
          </div>
        )}
      </QueryState>
    </Section>
  );
};
