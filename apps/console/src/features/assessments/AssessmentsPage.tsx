import type { AssessmentSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { assessmentsQuery } from '../../shared/assessments/assessments.queries.ts';
import { useAssessmentColumns } from './use-assessment-columns.tsx';

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
  const rows = useMemo(() => (list?.assessments ?? []).filter(({ apiName }) => apiName !== null), [list]);
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
      grid={{
        label: text('title'),
        query,
        rows,
        rowId: idOf,
        columns,
        empty: { title: text('empty.title'), body: text('empty.body') },
        onOpen: ({ kind }) => go(hrefOf('/fraud/assessments/:assessmentId', { assessmentId: kind })),
      }}
    />
  );
};
