import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';

/** What history can be uploaded for; the second is not built. */
export const UploadTabs = (): ReactNode => {
  const text = useText('uploads');
  return (
    <PageTabs
      label={text('tabs.label')}
      current="purchaseProtection"
      tabs={[
        {
          id: 'purchaseProtection',
          text: text('tabs.purchaseProtection'),
          href: hrefOf('/data/upload/purchaseprotection'),
        },
        {
          id: 'lossPrevention',
          text: text('tabs.unbuilt', { name: text('tabs.lossPrevention') }),
          href: hrefOf('/data/upload/lossprevention'),
        },
      ]}
    />
  );
};
