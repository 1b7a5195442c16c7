import { Input } from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  EditRegular,
  KeyRegular,
  PauseRegular,
  PlayRegular,
  SendRegular,
} from '@fluentui/react-icons';
import type { TraceSubscription } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, FactList, SidePanel, type Fact } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { deleteCommand } from '../../../shared/list-page/common-commands.ts';
import { fromMomentField } from '../../../shared/moment-field.ts';
import { SecretOnce } from '../../../shared/webhooks/SecretOnce.tsx';
import { useTraceMutations } from '../event-tracing.queries.ts';
import { TraceStateChip } from '../use-trace-columns.tsx';
import { useTraceTexts } from '../use-trace-texts.ts';
import { DeadLettersPart } from './DeadLettersPart.tsx';
import { LagsPart } from './LagsPart.tsx';
import { TraceOutcomePart } from './TraceOutcomePart.tsx';

type TracePanelProps = {
  readonly subscription: TraceSubscription;
  readonly canWrite: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
};

/** Sends what happened from a moment on again. */
const ReplayPart = ({ subscription: { id, version } }: Pick<TracePanelProps, 'subscription'>): ReactNode => {
  const text = useText('eventTracing');
  const common = useText('common');
  const { timeZone } = useFormats();
  const { replay } = useTraceMutations();
  const [typed, setTyped] = useState('');
  const from = fromMomentField(typed, timeZone === 'utc' ? 'utc' : 'local');
  return (
    <section className="stack-2" aria-label={text('replay.title')}>
      <strong>{text('replay.title')}</strong>
      <span className="muted">{text('replay.about')}</span>
      <div className="row-wrap">
        <Input
          size="small"
          type="datetime-local"
          step={1}
          aria-label={text('replay.from')}
          value={typed}
          onChange={(_event, { value }) => setTyped(value)}
        />
        <CommandButton
          command={{
            id: 'replay',
            text: text('replay.start'),
            icon: ArrowClockwiseRegular,
            onSelect: () => replay.mutate({ id, version, from }, { onSuccess: () => setTyped('') }),
            disabledReason: replay.isPending ? common('saving') : from === '' ? text('replay.needed') : undefined,
          }}
        />
      </div>
      {replay.error ? <ErrorState error={replay.error} compact /> : null}
    </section>
  );
};

/** A subscription: what it sends where, how far it is behind, and what was refused. */
export const TracePanel = ({ subscription, canWrite, onEdit, onClose }: TracePanelProps): ReactNode => {
  const { id, name, version, state, problem, deadLetters, kind } = subscription;
  const text = useText('eventTracing');
  const common = useText('common');
  const formats = useFormats();
  const texts = useTraceTexts();
  const { remove, setState, test, renewSecret } = useTraceMutations();
  const [isDeleting, setDeleting] = useState(false);
  const sends = state === 'active' || state === 'failing';
  const busy = setState.isPending ? common('saving') : undefined;
  const secret = renewSecret.data?.secret;
  const { description, filter, projection, masked, changed } = subscription;
  const facts: readonly Fact[] = [
    [text('description'), description],
    [text('events'), texts.events(subscription)],
    [
      text('destination'),
      <span key="destination" className="anywhere">
        {texts.destination(subscription)}
      </span>,
    ],
    [text('sentPerHour'), texts.rate(subscription.sentPerHour)],
    [text('failedPerHour'), texts.rate(subscription.failedPerHour)],
    [text('lag'), texts.lag(subscription.lagMs)],
    [text('maskedShort'), masked ? common('value.yes') : common('value.no')],
    [
      text('filter'),
      <code key="filter" className="anywhere">
        {filter}
      </code>,
    ],
    [
      text('projection'),
      <code key="projection" className="anywhere">
        {projection}
      </code>,
    ],
    [text('changed'), `${changed.by}, ${formats.dateTime(changed.at)}`],
  ];
  const empty: ReadonlySet<string> = new Set([
    ...(description === '' ? [text('description')] : []),
    ...(filter === '' ? [text('filter')] : []),
    ...(projection === '' ? [text('projection')] : []),
  ]);
  const failure = setState.error ?? remove.error ?? renewSecret.error;
  return (
    <SidePanel title={name} onClose={onClose}>
      <div className="stack-4">
        <div className="row-wrap">
          <TraceStateChip state={state} />
        </div>
        {problem === null ? null : (
          <p className="problem-text anywhere">{`${formats.dateTime(problem.at)}: ${problem.message}`}</p>
        )}
        {canWrite ? (
          <div className="row-wrap">
            <CommandButton command={{ id: 'edit', text: common('action.edit'), icon: EditRegular, onSelect: onEdit }} />
            <CommandButton
              command={{
                id: 'state',
                text: text(sends ? 'deactivate' : 'activate'),
                icon: sends ? PauseRegular : PlayRegular,
                onSelect: () => setState.mutate({ id, version, isActive: !sends }),
                disabledReason: busy,
              }}
            />
            <CommandButton
              command={{
                id: 'test',
                text: text('test'),
                icon: SendRegular,
                onSelect: () => test.mutate({ id }),
                disabledReason: test.isPending ? text('checking') : undefined,
              }}
            />
            {kind === 'webhook' ? (
              <CommandButton
                command={{
                  id: 'secret',
                  icon: KeyRegular,
                  text: text('secret'),
                  disabledReason: renewSecret.isPending ? common('saving') : undefined,
                  onSelect: () => renewSecret.mutate({ id }),
                }}
              />
            ) : null}
            <CommandButton
              command={deleteCommand({ text: common('action.delete'), onSelect: () => setDeleting(true) })}
            />
          </div>
        ) : null}
        <TraceOutcomePart outcome={test.data} error={test.error} />
        {secret === undefined ? null : <SecretOnce secret={secret} hint={text('secretOnce')} />}
        {failure ? <ErrorState error={failure} compact /> : null}
        {isDeleting ? (
          <ConfirmPanel
            busy={remove.isPending}
            title={text('delete.title')}
            confirmText={common('action.delete')}
            onCancel={() => setDeleting(false)}
            onConfirm={() => remove.mutate({ id, version }, { onSuccess: onClose })}
          >
            <p>{text('delete.body')}</p>
          </ConfirmPanel>
        ) : null}
        <FactList facts={facts.filter(([label]) => !empty.has(label))} />
        <LagsPart id={id} />
        {deadLetters === 0 ? null : <DeadLettersPart id={id} count={deadLetters} canWrite={canWrite} />}
        {canWrite ? <ReplayPart subscription={subscription} /> : null}
      </div>
    </SidePanel>
  );
};
