import { Checkbox, Field, Select, Textarea } from '@fluentui/react-components';
import { attachFile, createEventNote, getEventNotes, type EventWithCase } from '@redoubt/contracts';
import { MAX_BULK_CASES, MAX_NOTE } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Link, SidePanel } from '@redoubt/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { endpointKey } from '../../api/read.ts';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { ActionPanel } from '../forms/ActionPanel.tsx';
import { caseHref } from './cases.queries.ts';
import { SendPanel } from './SendPanel.tsx';

const MOST_CASES = 100;
const NEW = 'new';

const keyOf = ({ environmentId, eventType, eventId }: EventWithCase): string =>
  `${environmentId} ${eventType} ${eventId}`;

/** Events, newest first: those whose case waits for a decision, and those that have no case. */
export const caseTargetsOf = (given: readonly EventWithCase[]) => {
  const events = [...new Map(given.map((event) => [keyOf(event), event] as const)).values()].toSorted((one, other) =>
    other.eventTime.localeCompare(one.eventTime),
  );
  return {
    waiting: events.filter((event) => event.case?.isOpen === true).slice(0, MOST_CASES),
    without: events.filter((event) => event.case === null).slice(0, MAX_BULK_CASES),
  };
};

/** As many lines of a note as it has room for; what does not fit is counted. */
const fittingLines = (lines: readonly string[], more: (count: number) => string): string => {
  const kept: string[] = [];
  // The other half is for what the person writes.
  let left = MAX_NOTE / 2;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.push(line);
  }
  return [...kept, ...(kept.length < lines.length ? [more(lines.length - kept.length)] : [])].join('\n');
};

/**
 * Puts evidence beside a case: a note on its event with what was chosen, and a picture where there is one; or sends events without a case
 * to review.
 */
export const AddToCase = (props: {
  readonly events: readonly EventWithCase[];
  /** What the note begins with. */
  readonly lines: readonly string[];
  /** What is attached to the note; absent where nothing is drawn. */
  readonly picture?: (() => Promise<Blob> | undefined) | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { events, lines, picture, onDone, onClose } = props;
  const text = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const may = useMay();
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const [{ waiting, without }] = useState(() => caseTargetsOf(events));
  const cases = may('notes:write') ? waiting : [];
  const fresh = may('caseReview:write') ? without : [];
  const [target, setTarget] = useState(cases[0] === undefined ? NEW : keyOf(cases[0]));
  const [note, setNote] = useState(() =>
    fittingLines(lines, (count) => text('addTo.more', { count, formatted: formats.number(count) })),
  );
  const [withPicture, setWithPicture] = useState(picture !== undefined);
  // A picture is attached once, even where its note is sent again after a failure.
  const isAttached = useRef(false);
  const event = cases.find((each) => keyOf(each) === target);
  const add = useMutation({
    mutationFn: async ({ eventType, environmentId: eventEnvironmentId, eventId }: EventWithCase) => {
      const params = { environmentId, eventType, eventEnvironmentId, eventId };
      const drawn = withPicture && !isAttached.current ? await picture?.() : undefined;
      if (drawn !== undefined) {
        await call(attachFile, { params, query: { name: 'graph.png' }, body: new File([drawn], 'graph.png') });
        isAttached.current = true;
      }
      await call(createEventNote, { params, body: { text: note } });
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: endpointKey(getEventNotes, environmentId) }),
  });
  if (target === NEW) return <SendPanel over events={fresh} onSent={onDone} onClose={onClose} />;
  const title = text('addTo.title');
  if (add.isSuccess && event?.case)
    return (
      <SidePanel over title={title} onClose={onClose}>
        <p className="m-0" role="status">
          {text('addTo.added')} <Link href={caseHref({ ...event, queueId: event.case.queueId })}>{event.eventId}</Link>
        </p>
      </SidePanel>
    );
  return (
    <ActionPanel
      over
      title={title}
      onClose={onClose}
      action={{
        id: 'add',
        text: text('addTo.add'),
        onSelect: () => event && add.mutate(event),
        disabledReason: add.isPending ? common('saving') : note.trim() === '' ? text('addTo.noNote') : undefined,
      }}
    >
      <div className="stack-4 prose">
        <Field label={text('addTo.which')}>
          <Select
            value={target}
            onChange={(_event, { value }) => {
              isAttached.current = false;
              setTarget(value);
            }}
          >
            {cases.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {`${each.eventId}, ${formats.dateTime(each.eventTime)}`}
              </option>
            ))}
            {fresh.length === 0 ? null : <option value={NEW}>{text('addTo.new', { count: fresh.length })}</option>}
          </Select>
        </Field>
        <Field label={text('addTo.note')}>
          <Textarea rows={8} maxLength={MAX_NOTE} value={note} onChange={(_event, { value }) => setNote(value)} />
        </Field>
        {picture ? (
          <Checkbox
            label={text('addTo.picture')}
            checked={withPicture}
            onChange={(_event, { checked }) => setWithPicture(checked === true)}
          />
        ) : null}
        {add.error ? <ErrorState error={add.error} compact /> : null}
      </div>
    </ActionPanel>
  );
};
