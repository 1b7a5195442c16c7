import { useText } from '@redoubt/i18n';
import { DateTimeText, QueryState, Section, ToneChip } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { AdminTabs } from '../../shared/admin/AdminTabs.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { HoldForm } from './components/HoldForm.tsx';
import { HoldTable } from './components/HoldTable.tsx';
import { PeriodForm } from './components/PeriodForm.tsx';
import { RunTable } from './components/RunTable.tsx';
import { retentionQuery } from './retention.queries.ts';

/** How long each kind of data is kept, what holds it back, and what was removed. */
export const RetentionPage = (): ReactNode => {
  const text = useText('retention');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(retentionQuery(call, environmentId));
  return (
    <ConsolePage
      title={routes('adminRetention.title')}
      tabs={<AdminTabs current="adminRetention" />}
      chips={
        query.data ? (
          <>
            {query.data.isHeld ? <ToneChip tone="review" text={text('isHeld')} /> : null}
            {query.data.canWrite ? null : <ReadOnlyChip />}
          </>
        ) : null
      }
    >
      <QueryState query={query}>
        {(detail) => (
          <div className="stack-4">
            <Section
              title={text('periods.title')}
              meta={
                detail.changed ? (
                  <>
                    {text('changedBy', { by: detail.changed.by })} <DateTimeText at={detail.changed.at} />
                  </>
                ) : (
                  text('periods.none')
                )
              }
            >
              <PeriodForm key={detail.version} detail={detail} />
            </Section>
            <Section
              title={text('holds.title')}
              meta={text('holds.meta', { count: detail.holds.filter(({ isActive }) => isActive).length })}
            >
              <div className="stack-4">
                <HoldTable holds={detail.holds} canWrite={detail.canWrite} environmentId={environmentId} />
                {detail.canWrite ? <HoldForm /> : null}
              </div>
            </Section>
            <Section title={text('runs.title')} meta={text('runs.meta')}>
              <RunTable detail={detail} />
            </Section>
          </div>
        )}
      </QueryState>
    </ConsolePage>
  );
};
