import { useText } from '@redoubt/i18n';
import { Loading, LoadingBlock, shortenMiddle, StaleBar } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useStale } from '../../api/use-stale.ts';
import { useCall } from '../../app/console-context.tsx';
import { hrefOf, usePathParams } from '../../routes/address.ts';
import { caseQuery, LIVE_MS } from '../../shared/cases/cases.queries.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { GoneState } from '../../shared/GoneState.tsx';
import { CaseReview } from './review/CaseReview.tsx';

/** Decides one case with everything needed on one page, without the mouse; the next one is loaded already. */
export const CaseReviewPage = () => {
  const text = useText('cases');
  const call = useCall();
  const { eventType, envId, id } = usePathParams('/casemanagement/queues/:queueId/:eventType/:envId/:id');
  const query = useQuery({
    ...caseQuery(call, { environmentId: envId, eventType, eventId: id }),
    refetchInterval: LIVE_MS,
  });
  const stale = useStale(query);
  const crumb = shortenMiddle(id, 18);
  if (query.data)
    return (
      <>
        {stale === null ? null : <StaleBar since={stale} />}
        <CaseReview key={query.data.case.id} found={query.data} receivedMs={query.dataUpdatedAt} />
      </>
    );
  if (!query.isError)
    return (
      <ConsolePage title={shortenMiddle(id, 24)} crumb={crumb} fill bleed>
        <LoadingBlock height={52} />
        <div className="px-page">
          <Loading rows={16} rowHeight={26} />
        </div>
      </ConsolePage>
    );
  return (
    <ConsolePage title={text('title')} crumb={crumb}>
      <GoneState
        query={query}
        codes={['CASE-UNKNOWN']}
        gone={{
          title: text('gone.title'),
          body: text('gone.body'),
          action: { text: text('gone.event'), href: hrefOf('/search/:eventType/:envId/:id', { eventType, envId, id }) },
        }}
      />
    </ConsolePage>
  );
};
