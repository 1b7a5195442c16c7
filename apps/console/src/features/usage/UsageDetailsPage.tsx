import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { UsageDetailsView } from './components/UsageDetailsView.tsx';
import { UsageTabs } from './components/UsageTabs.tsx';
import { usageDetailsQuery } from './usage.queries.ts';

/** Calls of the environment in force and those below it. */
export const UsageDetailsPage = (): ReactNode => {
  const routes = useText('routes');
  return (
    <UsageDetailsView
      title={routes('usageDetails.title')}
      tabs={<UsageTabs current="details" />}
      queryOf={usageDetailsQuery}
    />
  );
};
