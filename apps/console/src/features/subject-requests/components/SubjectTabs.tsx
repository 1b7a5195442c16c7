import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';

export const SubjectTabs = ({ current }: { readonly current: 'search' | 'requests' }): ReactNode => {
  const text = useText('subjectRequests');
  const may = useMay();
  const search = { id: 'search', text: text('tabs.search'), href: hrefOf('/settings/subject/search') };
  return (
    <PageTabs
      label={text('tabs.label')}
      current={current}
      tabs={[
        ...(may('subjectRequestsSubmit:write') ? [search] : []),
        { id: 'requests', text: text('tabs.requests'), href: hrefOf('/settings/subject/requests') },
      ]}
    />
  );
};
