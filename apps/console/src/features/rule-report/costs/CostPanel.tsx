import { useText } from '@redoubt/i18n';
import { ErrorState, Loading, SidePanel } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { CostForm } from './CostForm.tsx';
import { costModelQuery } from './cost-model.queries.ts';

/** What decisions cost and save in the environment in force. */
export const CostPanel = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const text = useText('ruleReport');
  const query = useRead(costModelQuery);
  if (query.data) return <CostForm key={query.data.version} detail={query.data} onClose={onClose} />;
  return (
    <SidePanel over title={text('costs.title')} onClose={onClose}>
      {query.isError ? <ErrorState error={query.error} compact onRetry={() => void query.refetch()} /> : <Loading />}
    </SidePanel>
  );
};
