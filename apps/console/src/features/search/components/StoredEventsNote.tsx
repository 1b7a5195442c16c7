import type { SearchAttribute } from '@redoubt/contracts';
import { allows, isBuiltInKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { filtersOf, type SearchQuestion } from '../../../shared/search/search-address.ts';
import { ownFieldOf, type OwnFields } from '../../../shared/search/search-fields.ts';
import { isUnderWay } from '../../../shared/search/search.queries.ts';
import type { TimeWindow } from '../../../shared/search/time-range.ts';

const HUNDRED = 100;

/**
 * Whether events of a time range may be there that are not found by an attribute. When the schema of an assessment made a
 * field searchable is not known: of such a field only work that is under way is shown.
 */
const isIncomplete = ({ eventType, kept }: SearchAttribute, { from }: TimeWindow): boolean => {
  if (kept === null || Date.parse(from) >= Date.parse(kept.made.at)) return false;
  return isBuiltInKind(eventType) ? kept.work?.status !== 'done' : isUnderWay(kept.work);
};

/** Says of the attributes that are asked for which stored events are not found by them, or not yet. */
export const StoredEventsNote = (props: {
  readonly question: SearchQuestion;
  readonly window: TimeWindow;
  readonly own: OwnFields;
  /** More may be found now than when the question was asked. */
  readonly onDone: () => void;
}): ReactNode => {
  const { question, window, own, onDone } = props;
  const text = useText('search');
  const formats = useFormats();
  const { capabilities } = useEnvironment();
  const asked = new Set(filtersOf(question).map(({ field }) => field));
  const incomplete = [...asked].flatMap((field) => {
    const attribute = ownFieldOf(field, own);
    return attribute && isIncomplete(attribute, window) ? [attribute] : [];
  });
  const isWorking = incomplete.some(({ kept }) => isUnderWay(kept?.work));
  const wasWorking = useRef(false);
  useEffect(() => {
    if (wasWorking.current && !isWorking) onDone();
    wasWorking.current = isWorking;
  }, [isWorking, onDone]);
  if (incomplete.length === 0) return null;
  return (
    <div role="status" className="flex-none py-2 px-page quiet border-bottom-2">
      {incomplete.map(({ eventType, path, kept }) => (
        <p key={path}>
          {isUnderWay(kept?.work)
            ? text('stored.filling', {
                field: path,
                percent: formats.percent(
                  Math.floor(((kept?.work?.eventsDone ?? 0) * HUNDRED) / Math.max(1, kept?.work?.eventsTotal ?? 0)),
                  0,
                ),
              })
            : text('stored.since', { field: path, time: formats.dateTime(kept?.made.at ?? '') })}{' '}
          {allows(capabilities, 'ontology:read') ? (
            <Link
              href={hrefOf('/data/apimanagement/ontology', undefined, {
                entity: eventType,
                attribute: `${eventType} ${path}`,
              })}
            >
              {text('stored.open')}
            </Link>
          ) : null}
        </p>
      ))}
    </div>
  );
};
