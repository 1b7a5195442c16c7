import { AddRegular } from '@fluentui/react-icons';
import type { AssessmentSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip, DataGrid, Empty, ErrorState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { assessmentsQuery } from '../../shared/assessments/assessments.queries.ts';
import styles from './assessments.module.css';
import { useAssessmentColumns } from './use-assessment-columns.tsx';

const idOf = ({ kind }: AssessmentSummary): string => kind;

/** The assessments customers of this tree defined, with their traffic of the last day. */
export const AssessmentsPage = () => {
  const text = useText('assessments');
  const call = useCall();
  const may = useMay();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const query = useQuery(assessmentsQuery(call, environmentId));
  const [current, setCurrent] = useState<string | null>(null);
  const list = query.data;
  const rows = useMemo(() => (list?.assessments ?? []).filter(({ apiName }) => apiName !== null), [list]);
  const isFull = list !== undefined && list.wizard.count >= list.wizard.most;
  const columns = useAssessmentColumns();
  const create = (): void => go(hrefOf('/fraud/assessments/setup'));
  const canCreate = list?.canWrite ?? false;
  return (
    <ConsolePage
      title={text('title')}
      fill
      bleed
      chips={
        list ? (
          <>
            <Chip>{text('count', { count: list.wizard.count, most: list.wizard.most })}</Chip>
            {canCreate ? null : <ReadOnlyChip />}
          </>
        ) : null
      }
      aside={list && !list.root.isHere ? text('atRoot', { name: list.root.name }) : null}
      awaits={query.isPending && may('assessments:write') ? ['commands'] : []}
      commands={
        canCreate
          ? [
              {
                id: 'new',
                text: text('new'),
                icon: AddRegular,
                keys: 'n',
                onSelect: create,
                disabledReason: isFull ? text('full', { most: list?.wizard.most ?? 0 }) : undefined,
              },
            ]
          : []
      }
    >
      <div className={styles.page}>
        {query.isError && !list ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : list && rows.length === 0 ? (
          <Empty
            title={text('empty.title')}
            body={text('empty.body')}
            action={canCreate ? { text: text('new'), onSelect: create } : undefined}
          />
        ) : (
          <DataGrid
            label={text('title')}
            rows={rows}
            rowId={idOf}
            columns={columns}
            density={density}
            isLoading={query.isPending}
            current={current}
            onCurrent={setCurrent}
            onOpen={({ kind }) => go(hrefOf('/fraud/assessments/:assessmentId', { assessmentId: kind }))}
            onPeek={({ kind }) => go(hrefOf('/fraud/assessments/:assessmentId', { assessmentId: kind }))}
          />
        )}
      </div>
    </ConsolePage>
  );
};
