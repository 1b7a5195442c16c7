import { Checkbox, Input, Select, Textarea } from '@fluentui/react-components';
import { PlugConnectedRegular } from '@fluentui/react-icons';
import { traceText, type TraceSubscription, type TraceText } from '@redoubt/contracts';
import {
  isSameTarget,
  MAX_TRACE_DESCRIPTION,
  MAX_TRACE_TEXT,
  TRACE_TARGET_KINDS,
  traceTargetFields,
  traceTargetProblems,
  type TraceTargetKind,
  type TraceTargetProblem,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useTraceCheck, useTraceMutations } from '../event-tracing.queries.ts';
import { useTraceTexts } from '../use-trace-texts.ts';
import { EventChoice } from './EventChoice.tsx';
import { TraceOutcomePart } from './TraceOutcomePart.tsx';

type TraceFormProps = {
  /** Null for a new one. */
  readonly subscription: TraceSubscription | null;
  /** Of a new one: the destination that it begins with. */
  readonly kind?: TraceTargetKind | undefined;
  readonly hasDirectory: boolean;
  readonly onClose: () => void;
  readonly onSaved: (subscription: TraceSubscription) => void;
};

const TYPED = { shouldDirty: true, shouldValidate: true } as const;

type Target = Pick<TraceText, 'kind' | 'settings'>;

/** Secrets that are used again: those of the same destination. */
const keptSecrets = (subscription: TraceSubscription | null, { kind, settings }: Target): readonly string[] =>
  subscription?.kind === kind && isSameTarget(kind, settings, subscription.settings) ? subscription.secretNames : [];

/** Says what is wrong with a field of the destination. */
type SayProblem = (kind: TraceTargetKind, field: string, problem: TraceTargetProblem['problem'] | 'login') => string;

/** What is wrong with settings stands at their fields; secrets that are kept need not be entered again. */
const bodyOf = (subscription: TraceSubscription | null, say: SayProblem) =>
  traceText.check(({ value, issues }) => {
    const { kind, settings, secrets } = value;
    const kept = keptSecrets(subscription, value);
    const lost = subscription?.kind === kind ? subscription.secretNames.filter((name) => !kept.includes(name)) : [];
    const problems = traceTargetProblems(kind, settings, secrets, kept, lost);
    for (const { field, problem } of problems) {
      const isSecret = traceTargetFields(kind).some(({ name, isSecret: sealed }) => name === field && sealed);
      const path = [isSecret ? 'secrets' : 'settings', field];
      issues.push({ code: 'custom', path, input: value, message: say(kind, field, problem) });
    }
    if (kind !== 'webhook' || problems.length > 0 || !URL.canParse(String(settings['url']))) return;
    const { username, password } = new URL(String(settings['url']));
    if (username === '' && password === '') return;
    issues.push({ code: 'custom', path: ['settings', 'url'], input: value, message: say(kind, 'url', 'login') });
  });

const valuesOf = (subscription: TraceSubscription | null, kind: TraceTargetKind = 'webhook'): TraceText => {
  if (subscription === null)
    return {
      name: '',
      description: '',
      events: [],
      kind,
      settings: {},
      secrets: {},
      filter: '',
      projection: '',
      masked: true,
    };
  const { name, description, events, settings, filter, projection, masked } = subscription;
  return { name, description, events, kind: subscription.kind, settings, secrets: {}, filter, projection, masked };
};

/** Makes a subscription, or changes one. */
export const TraceForm = ({ subscription, kind: given, hasDirectory, onClose, onSaved }: TraceFormProps): ReactNode => {
  const text = useText('eventTracing');
  const common = useText('common');
  const texts = useTraceTexts();
  const { create, change } = useTraceMutations();
  const check = useTraceCheck();
  const write = subscription === null ? create : change;
  // The list is read again while people type: what they change is what the form began with.
  const [first] = useState(() => valuesOf(subscription, given));
  const [version] = useState(subscription?.version ?? '');
  const [body] = useState(() =>
    bodyOf(subscription, (kind, field, problem) =>
      text(`settingProblem.${problem}`, { field: texts.field(kind, field) }),
    ),
  );
  const form = useWireForm({
    body,
    values: first,
    texts: {
      // All else that is wrong with it is said before it is sent.
      'settings.url': text('settingProblem.plain'),
      name: text('nameNeeded'),
      events: text('eventsNeeded'),
    },
    blocked: write.isPending ? common('saving') : undefined,
    error: write.error,
    fieldOf: {
      'TRACE-NAME-INVALID': 'name',
      'TRACE-NAME-TAKEN': 'name',
      'TRACE-FOLDER-TAKEN': 'settings.folder',
    },
    onSubmit: (sent) => {
      if (subscription === null) create.mutate(sent, { onSuccess: onSaved });
      else change.mutate({ id: subscription.id, version, ...sent }, { onSuccess: onSaved });
    },
  });
  const { kind, settings, secrets, events, masked } = form.watch();
  const kept = keptSecrets(subscription, { kind, settings });
  const set = (place: 'settings' | 'secrets', name: string, value: string | number | boolean | undefined): void => {
    const { [name]: _before, ...others } = form.getValues(place);
    // A secret that was typed and taken back says that the destination has none.
    const isNone = value === undefined || (value === '' && place === 'settings');
    const next = isNone ? others : { ...others, [name]: value };
    form.setValue(place, next, TYPED);
  };
  const chooseKind = (chosen: TraceTargetKind): void => {
    check.reset();
    form.setValue('kind', chosen, TYPED);
    form.setValue('settings', chosen === first.kind ? first.settings : {}, TYPED);
    form.setValue('secrets', {}, TYPED);
  };
  return (
    <FormPanel
      title={subscription === null ? text('new') : subscription.name}
      form={form}
      error={write.error}
      action={common('action.save')}
      onClose={onClose}
    >
      <WireField form={form} name="name" label={text('name')}>
        <Input size="small" data-autofocus maxLength={100} {...form.register('name')} />
      </WireField>
      <WireField form={form} name="description" label={text('description')}>
        <Input size="small" maxLength={MAX_TRACE_DESCRIPTION} {...form.register('description')} />
      </WireField>
      <WireField form={form} name="kind" label={text('destination')} hint={text(`target.${kind}.about`)}>
        <Select
          size="small"
          value={kind}
          onChange={(_event, { value }) => chooseKind(TRACE_TARGET_KINDS.find((each) => each === value) ?? kind)}
        >
          {TRACE_TARGET_KINDS.map((each) => (
            <option key={each} value={each} disabled={each === 'file' && !hasDirectory}>
              {texts.kind(each)}
            </option>
          ))}
        </Select>
      </WireField>
      {hasDirectory ? null : <p className="muted">{text('noDirectory')}</p>}
      {traceTargetFields(kind).map(({ name, type, isSecret, min, max, fallback }) => {
        const place = isSecret ? 'secrets' : 'settings';
        const label = texts.field(kind, name);
        const hadOne = isSecret && subscription?.kind === kind && subscription.secretNames.includes(name);
        if (type === 'flag')
          return (
            <Checkbox
              key={`${kind} ${name}`}
              label={label}
              checked={(settings[name] ?? fallback) === true}
              onChange={(_event, { checked }) => set(place, name, checked === true)}
            />
          );
        return (
          <WireField
            key={`${kind} ${name}`}
            form={form}
            name={`${place}.${name}`}
            label={label}
            {...(hadOne ? { hint: text(kept.includes(name) ? 'secretKept' : 'secretAgain') } : {})}
          >
            <Input
              size="small"
              type={isSecret ? 'password' : type === 'number' ? 'number' : 'text'}
              autoComplete="off"
              min={min}
              max={max}
              placeholder={fallback === undefined ? undefined : String(fallback)}
              value={String((isSecret ? secrets[name] : settings[name]) ?? '')}
              onChange={(_event, { value }) =>
                set(place, name, type === 'number' && value !== '' ? typedNumber(value) : value)
              }
            />
          </WireField>
        );
      })}
      <div className="stack-2">
        <div>
          <CommandButton
            command={{
              id: 'check',
              text: text('check'),
              icon: PlugConnectedRegular,
              onSelect: () => check.mutate({ kind, settings, secrets, subscriptionId: subscription?.id ?? null }),
              disabledReason: check.isPending ? text('checking') : undefined,
            }}
          />
        </div>
        <TraceOutcomePart outcome={check.data} error={check.error} />
      </div>
      <EventChoice
        events={events}
        problem={form.problemAt('events')}
        onChange={(chosen) => form.setValue('events', [...chosen], TYPED)}
      />
      <Checkbox
        label={text('masked')}
        checked={masked}
        onChange={(_event, { checked }) => form.setValue('masked', checked === true, TYPED)}
      />
      <WireField form={form} name="filter" label={text('filter')} hint={text('filterHint')}>
        <Textarea size="small" rows={3} className="mono" maxLength={MAX_TRACE_TEXT} {...form.register('filter')} />
      </WireField>
      <WireField form={form} name="projection" label={text('projection')} hint={text('projectionHint')}>
        <Textarea size="small" rows={3} className="mono" maxLength={MAX_TRACE_TEXT} {...form.register('projection')} />
      </WireField>
    </FormPanel>
  );
};
