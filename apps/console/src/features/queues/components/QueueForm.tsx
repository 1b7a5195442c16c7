import { Input, Select, Textarea } from '@fluentui/react-components';
import { createQueue, type NewQueue, type Queue, type QueueChoices } from '@redoubt/contracts';
import { CASE_ORDERINGS, isMoneyOrdering, MAX_QUEUE_NAME, QUEUE_TIMEOUT_MS, REVIEW_SEQUENCES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { HOUR_MS } from '@redoubt/kernel';
import { ErrorState, Loading, Section, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { AssigneeChoice } from './AssigneeChoice.tsx';
import { queueChoicesQuery, useQueueMutations } from '../queues.queries.ts';

type FormProps = {
  /** Null for a new one. */
  readonly queue: Queue | null;
  readonly onClose: () => void;
  readonly onSaved: (queue: Queue) => void;
};

type Choice = QueueChoices['assessments'][number];

const HOURS = { least: QUEUE_TIMEOUT_MS.least / HOUR_MS, most: QUEUE_TIMEOUT_MS.most / HOUR_MS } as const;

/** A day, as General has it. */
const DEFAULT_HOURS = 24;

const valuesOf = (queue: Queue | null, [first]: readonly Choice[]): NewQueue => ({
  assessment: queue?.assessment ?? first?.assessment ?? 'purchase',
  name: queue?.name ?? '',
  description: queue?.description ?? '',
  sequence: queue?.sequence ?? 'Unrestricted',
  orderBy: queue?.orderBy ?? 'eventTime',
  direction: queue?.direction ?? 'asc',
  timeoutMs: queue?.timeoutMs ?? DEFAULT_HOURS * HOUR_MS,
  defaultDecision: queue?.defaultDecision ?? first?.defaultDecision ?? 'Approve',
});

const Fields = ({
  queue,
  onClose,
  onSaved,
  choices,
}: FormProps & { readonly choices: readonly Choice[] }): ReactNode => {
  const text = useText('queues');
  const common = useText('common');
  const formats = useFormats();
  const may = useMay();
  const { create, change } = useQueueMutations();
  const write = queue === null ? create : change;
  // The list is read again while people type: what they change is what the form began with.
  const [version] = useState(queue?.version ?? '');
  const form = useWireForm({
    body: createQueue.body,
    values: valuesOf(queue, choices),
    texts: {
      name: text('form.nameNeeded'),
      timeoutMs: text('form.timeoutWrong', {
        least: formats.number(HOURS.least),
        most: formats.number(HOURS.most),
      }),
    },
    blocked: write.isPending ? common('saving') : undefined,
    error: write.error,
    fieldOf: {
      'QUEUE-NAME-INVALID': 'name',
      'QUEUE-NAME-TAKEN': 'name',
      'QUEUE-REFERENCED': 'name',
      'QUEUE-DECISION': 'defaultDecision',
      'QUEUE-ORDER': 'orderBy',
    },
    onSubmit: ({ assessment, assignees, ...settings }) => {
      if (queue === null) create.mutate({ assessment, assignees, ...settings }, { onSuccess: onSaved });
      else change.mutate({ id: queue.id, version, ...settings }, { onSuccess: onSaved });
    },
  });
  const chosen = choices.find(({ assessment }) => assessment === form.watch('assessment'));
  return (
    <FormPanel
      title={queue === null ? text('new') : queue.name}
      onClose={onClose}
      form={form}
      action={common('action.save')}
      error={write.error}
    >
      <WireField form={form} name="assessment" label={text('assessment')}>
        <Select size="small" disabled={queue !== null} {...form.register('assessment')}>
          {choices.map(({ assessment, name }) => (
            <option key={assessment} value={assessment}>
              {name ?? text('purchase')}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="name" label={text('name')}>
        <Input size="small" data-autofocus maxLength={MAX_QUEUE_NAME} {...form.register('name')} />
      </WireField>
      <WireField form={form} name="description" label={text('description')}>
        <Textarea size="small" maxLength={500} {...form.register('description')} />
      </WireField>
      <WireField form={form} name="sequence" label={text('sequence')} hint={text('form.sequenceHint')}>
        <Select size="small" {...form.register('sequence')}>
          {REVIEW_SEQUENCES.map((each) => (
            <option key={each} value={each}>
              {text(`sequenceOf.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField
        form={form}
        name="orderBy"
        label={text('form.orderBy')}
        {...(isMoneyOrdering(form.watch('orderBy')) ? { hint: text('form.currencyHint') } : {})}
      >
        <Select size="small" {...form.register('orderBy')}>
          {CASE_ORDERINGS.map((each) => (
            <option key={each} value={each}>
              {text(`orderOf.${each}`)}
            </option>
          ))}
          {chosen?.attributes.map((path) => (
            <option key={path} value={path}>
              {path}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="direction" label={text('form.direction')}>
        <Select size="small" {...form.register('direction')}>
          <option value="asc">{text('form.asc')}</option>
          <option value="desc">{text('form.desc')}</option>
        </Select>
      </WireField>
      <WireField form={form} name="timeoutMs" label={text('form.timeout')} hint={text('form.timeoutHint')}>
        <Input
          size="small"
          type="number"
          min={HOURS.least}
          max={HOURS.most}
          defaultValue={String(form.watch('timeoutMs') / HOUR_MS)}
          onChange={(_event, { value }) =>
            form.setValue('timeoutMs', Math.round(Number(value) * HOUR_MS), {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
        />
      </WireField>
      <WireField form={form} name="defaultDecision" label={text('form.defaultDecision')}>
        <Select size="small" {...form.register('defaultDecision')}>
          {chosen?.decisions.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </WireField>
      {queue === null && may('queueAssignments:write') ? (
        <Section title={text('assignees')}>
          <AssigneeChoice
            chosen={form.watch('assignees') ?? []}
            onChange={(chosen) => form.setValue('assignees', [...chosen], { shouldDirty: true })}
          />
        </Section>
      ) : null}
    </FormPanel>
  );
};

/** Makes a queue, or changes one. */
export const QueueForm = ({ queue, onClose, onSaved }: FormProps): ReactNode => {
  const text = useText('queues');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const choices = useQuery(queueChoicesQuery(call, environmentId));
  if (choices.data)
    return <Fields queue={queue} onClose={onClose} onSaved={onSaved} choices={choices.data.assessments} />;
  return (
    <SidePanel title={queue === null ? text('new') : queue.name} onClose={onClose}>
      {choices.error ? (
        <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />
      ) : (
        <Loading rows={8} rowHeight={28} />
      )}
    </SidePanel>
  );
};
