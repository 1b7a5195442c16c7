import type { SearchWork } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { UNKNOWN_FAILURE, useFailureText } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { isUnderWay } from '../../../shared/search/search.queries.ts';
import { timeLeft } from '../../../shared/velocities/time-left.ts';

/** How far stored events were looked through for an attribute. */
export const SearchWorkState = ({ work }: { readonly work: SearchWork }): ReactNode => {
  const text = useText('ontology');
  const counts = useText('backfills');
  const formats = useFormats();
  const failureText = useFailureText();
  const { status, eventsDone, eventsTotal, eventsFound, secondsLeft, problem } = work;
  const events = formats.number(eventsFound);
  if (status === 'done') return <p>{text('search.done', { events, count: eventsFound })}</p>;
  const left = secondsLeft === null ? null : timeLeft(secondsLeft);
  return (
    <>
      <p>
        <b>{text(`search.${status}`)}</b>
      </p>
      {status === 'failed' ? <p>{failureText({ code: problem ?? UNKNOWN_FAILURE })}</p> : null}
      {isUnderWay(work) || eventsDone > 0 ? (
        <>
          <progress
            className="w-full"
            value={eventsDone}
            max={Math.max(1, eventsTotal)}
            aria-label={text('search.progress')}
          />
          <p className="quiet-small flex wrap gap-x-3 tabular">
            <span>{counts('of', { done: formats.number(eventsDone), total: formats.number(eventsTotal) })}</span>
            <span>{text('search.found', { events, count: eventsFound })}</span>
            {left ? <span>{counts(left.unit, { count: left.count })}</span> : null}
          </p>
        </>
      ) : null}
    </>
  );
};
