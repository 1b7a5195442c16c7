import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { AdminTabs } from '../../shared/admin/AdminTabs.tsx';
import { UsageDetailsView } from './components/UsageDetailsView.tsx';
import { billingDetailsQuery } from './usage.queries.ts';

/** Calls of the whole tenant. */
export const BillingDetailsPage = (): ReactNode => {
  const routes = useText('routes');
  return (
    <UsageDetailsView
      title={routes('adminBillingDetails.title')}
      tabs={<AdminTabs current="adminBillingDetails" />}
      queryOf={billingDetailsQuery}
    />
  );
};
