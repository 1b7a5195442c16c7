import { Select } from '@fluentui/react-components';
import type { Job } from '@redoubt/contracts';
import { JOB_KINDS, type JobKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, FilterRow } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { useAddress } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { jobsQuery, useCancelJob } from './jobs.queries.ts';
import styles from './jobs.module.css';
import { useJobColumns } from './use-job-columns.tsx';

const SHOWN = ['all', 'open', 'failed'] as const;
const address = z.object({
  show: z.enum(SHOWN).optional().catch(undefined),
  kind: z
    .enum(Object.keys(JOB_KINDS) as [JobKind, ...JobKind[]])
    .optional()
    .catch(undefined),
});

const idOf = ({ kind, id }: Job): string => `${kind} ${id}`;

/** What the server works on beside requests: backfills, backtests, erasures and the like, wherever they run. */
export const JobsPage = (): ReactNode => {
  const text = useText('jobs');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ show = 'all', kind }, update] = useAddress(address);
  const query = useQuery(jobsQuery(call, environmentId, { show, kind }));
  const { mutate } = useCancelJob();
  const notifyFailure = useNotifyFailure();
  const onCancel = useCallback(
    (job: Job) => mutate(job, { onError: (error) => notifyFailure(error) }),
    [mutate, notifyFailure],
  );
  const columns = useJobColumns(query.dataUpdatedAt, onCancel);
  const { data } = query;
  const isFiltered = show !== 'all' || kind !== undefined;
  return (
    <ListPage
      title={routes('jobs.title')}
      canWrite={undefined}
      above={
        <FilterRow className={styles.filters}>
          {SHOWN.map((each) => (
            <Chip
              key={each}
              pressed={each === show}
              onSelect={() => update({ show: each === 'all' ? undefined : each }, { replace: true })}
            >
              {text(`show.${each}`)}
            </Chip>
          ))}
          <Select
            size="small"
            aria-label={text('column.kind')}
            value={kind ?? ''}
            onChange={(_event, { value }) =>
              update({ kind: data?.kinds.find((each) => each === value) }, { replace: true })
            }
          >
            <option value="">{text('allKinds')}</option>
            {data?.kinds.map((each) => (
              <option key={each} value={each}>
                {text(`kind.${each}`)}
              </option>
            ))}
          </Select>
        </FilterRow>
      }
      below={
        data?.isCut ? <p className="soft flex-none py-2 px-page">{text('isCut', { count: data.jobs.length })}</p> : null
      }
      grid={{
        label: routes('jobs.title'),
        query,
        rows: data?.jobs ?? [],
        rowId: idOf,
        columns,
        isNarrowed: isFiltered,
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult: { title: text('none.title'), body: text('none.body') },
      }}
    />
  );
};
