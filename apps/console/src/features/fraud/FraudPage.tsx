import { PlugConnectedRegular } from '@fluentui/react-icons';
import type { AssessmentSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { assessmentsQuery } from '../../shared/assessments/assessments.queries.ts';
import { monitorHref } from '../../shared/assessments/monitor-address.ts';
import { useFraudColumns } from './use-fraud-columns.tsx';

const idOf = ({ kind }: AssessmentSummary): string => kind;

/** All assessments of the environment: those of the product, then those customers defined, with their traffic. */
export const FraudPage = () => {
  const text = useText('assessments');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const go = useGo();
  const may = useMay();
  const query = useRead(assessmentsQuery);
  const columns = useFraudColumns();
  const list = query.data;
  const isFull = list !== undefined && list.wizard.count >= list.wizard.most;
  return (
    <ListPage
      title={routes('fraud.title')}
      canWrite={list?.canWrite || undefined}
      add={{
        text: text('new'),
        onSelect: () => go(hrefOf('/fraud/assessments/setup')),
        disabledReason: isFull ? text('full', { most: list.wizard.most }) : undefined,
      }}
      commands={
        may('integration:read')
          ? [
              {
                id: 'integration',
                text: routes('integration.title'),
                icon: PlugConnectedRegular,
                href: hrefOf('/integration'),
              },
            ]
          : []
      }
      aside={query.dataUpdatedAt ? common('time.asOf', { time: formats.time(new Date(query.dataUpdatedAt)) }) : null}
      grid={{
        label: routes('fraud.title'),
        query,
        rows: list?.assessments ?? [],
        rowId: idOf,
        columns,
        onOpen: ({ kind }) => go(monitorHref(kind)),
      }}
    />
  );
};
