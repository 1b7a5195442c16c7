import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';

export const UsageTabs = ({ current }: { readonly current: 'summary' | 'details' }): ReactNode => {
  const text = useText('usage');
  return (
    <PageTabs
      label={text('tabs.label')}
      current={current}
      tabs={[
        { id: 'summary', text: text('tabs.summary'), href: hrefOf('/settings/usage/summary') },
        { id: 'details', text: text('tabs.details'), href: hrefOf('/settings/usage/details') },
      ]}
    />
  );
};
