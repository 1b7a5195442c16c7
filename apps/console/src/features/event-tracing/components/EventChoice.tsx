import { Checkbox } from '@fluentui/react-components';
import { TRACE_EVENT_NAMES, TRACE_EVENTS, TRACE_GROUPS, type TraceEvent } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { traceSamplesQuery } from '../event-tracing.queries.ts';
import styles from '../event-tracing.module.css';

type EventChoiceProps = {
  readonly events: readonly TraceEvent[];
  readonly problem: string | undefined;
  readonly onChange: (events: readonly TraceEvent[]) => void;
};

/** Which events are sent, by group, each with its namespace and a sample of what is sent. */
export const EventChoice = ({ events, problem, onChange }: EventChoiceProps): ReactNode => {
  const text = useText('eventTracing');
  const { data } = useRead(traceSamplesQuery);
  const sampleOf = new Map(data?.samples.map(({ event, sample }) => [event, sample]));
  const toggle = (event: TraceEvent, isOn: boolean): void =>
    onChange(TRACE_EVENT_NAMES.filter((each) => (each === event ? isOn : events.includes(each))));
  return (
    <div className="stack-3" role="group" aria-label={text('events')}>
      <strong>{text('events')}</strong>
      {problem === undefined ? null : (
        <span role="alert" className="problem-text">
          {problem}
        </span>
      )}
      {TRACE_GROUPS.map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend>{text(`group.${group}`)}</legend>
          {TRACE_EVENT_NAMES.filter((event) => TRACE_EVENTS[event].group === group).map((event) => (
            <div key={event} className="min-w-0">
              <Checkbox
                label={text(`event.${event}.title`)}
                checked={events.includes(event)}
                onChange={(_event, { checked }) => toggle(event, checked === true)}
              />
              <details>
                <summary className="muted">{text('sample')}</summary>
                <p>{text(`event.${event}.about`)}</p>
                <pre className={styles.sample} tabIndex={0} aria-label={text(`event.${event}.title`)}>
                  {JSON.stringify(sampleOf.get(event), null, 2)}
                </pre>
              </details>
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  );
};
