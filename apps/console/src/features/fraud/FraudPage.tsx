import { AddRegular, PlugConnectedRegular } from '@fluentui/react-icons';
import type { AssessmentSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { DataGrid, ErrorState, StaleBar, type Command } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { assessmentsQuery } from '../../shared/assessments/assessments.queries.ts';
import { monitorHref } from '../../shared/assessments/monitor-address.ts';
import styles from './fraud.module.css';
import { useFraudColumns } from './use-fraud-columns.tsx';

const idOf = ({ kind }: AssessmentSummary): string => kind;

/** All assessments of the environment: those of the product, then those customers defined, with their traffic. */
export const FraudPage = () => {
  const text = useText('assessments');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const go = useGo();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const query = useQuery(assessmentsQuery(call, environmentId));
  const [current, setCurrent] = useState<string | null>(null);
  const columns = useFraudColumns();
  const list = query.data;
  const isFull = list !== undefined && list.wizard.count >= list.wizard.most;
  const open = ({ kind }: AssessmentSummary): void => go(monitorHref(kind));
  const commands: readonly Command[] = [
    ...(list?.canWrite
      ? [
          {
            id: 'new',
            text: text('new'),
            icon: AddRegular,
            keys: 'n',
            onSelect: () => go(hrefOf('/fraud/assessments/setup')),
            disabledReason: isFull ? text('full', { most: list.wizard.most }) : undefined,
          },
        ]
      : []),
    ...(may('integration:read')
      ? [
          {
            id: 'integration',
            text: routes('integration.title'),
            icon: PlugConnectedRegular,
            href: hrefOf('/integration'),
          },
        ]
      : []),
  ];
  return (
    <ConsolePage
      title={routes('fraud.title')}
      fill
      bleed
      commands={commands}
      strongFirst={list?.canWrite ?? false}
      aside={query.dataUpdatedAt ? common('time.asOf', { time: formats.time(new Date(query.dataUpdatedAt)) }) : null}
    >
      <div className={styles.page}>
        {query.isError && list ? <StaleBar since={query.dataUpdatedAt} /> : null}
        {query.isError && !list ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <DataGrid
            label={routes('fraud.title')}
            rows={list?.assessments ?? []}
            rowId={idOf}
            columns={columns}
            density={density}
            isLoading={query.isPending}
            current={current}
            onCurrent={setCurrent}
            onOpen={open}
            onPeek={open}
          />
        )}
      </div>
    </ConsolePage>
  );
};
