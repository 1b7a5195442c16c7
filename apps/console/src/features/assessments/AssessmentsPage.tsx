import type { AssessmentSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress, useGo } from '../../routes/address.ts';
import { holds } from '../../shared/list-page/holds.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { assessmentsQuery } from '../../shared/assessments/assessments.queries.ts';
import { useAssessmentColumns } from './use-assessment-columns.tsx';

const address = z.object({ find: z.string().optional().catch(undefined) });

const idOf = ({ kind }: AssessmentSummary): string => kind;

/** The assessments customers of this tree defined, with their traffic of the last day. */
export const AssessmentsPage = () => {
  const text = useText('assessments');
  const call = useCall();
  const may = useMay();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(assessmentsQuery(call, environmentId));
  const list = query.data;
  const [{ find = '' }, update] = useAddress(address);
  const all = useMemo(() => (list?.assessments ?? []).filter(({ apiName }) => apiName !== null), [list]);
  const rows = useMemo(
    () => all.filter(({ apiName, friendlyName }) => holds(find, apiName, friendlyName)),
    [all, find],
  );
  const isFull = list !== undefined && list.wizard.count >= list.wizard.most;
  const columns = useAssessmentColumns();
  const create = (): void => go(hrefOf('/fraud/assessments/setup'));
  return (
    <ListPage
      title={text('title')}
      canWrite={list?.canWrite}
      chips={list ? <Chip>{text('count', { count: list.wizard.count, most: list.wizard.most })}</Chip> : null}
      aside={list && !list.root.isHere ? text('atRoot', { name: list.root.name }) : null}
      awaits={query.isPending && may('assessments:write') ? ['commands'] : []}
      add={{
        text: text('new'),
        onSelect: create,
        disabledReason: isFull ? text('full', { most: list.wizard.most }) : undefined,
      }}
      find={{
        text: text('find'),
        value: find,
        onChange: (typed) => update({ find: typed }, { replace: true }),
      }}
      grid={{
        label: text('title'),
        query,
        rows,
        rowId: idOf,
        columns,
        isNarrowed: all.length > 0,
        noResult: { title: text('noneFits.title'), body: text('noneFits.body') },
        empty: { title: text('empty.title'), body: text('empty.body') },
        onOpen: ({ kind }) => go(hrefOf('/fraud/assessments/:assessmentId', { assessmentId: kind })),
      }}
    />
  );
};
