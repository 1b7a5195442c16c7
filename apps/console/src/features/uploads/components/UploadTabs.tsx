import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import type { UploadArea } from '../upload-address.ts';

/** What history can be uploaded for. */
export const UploadTabs = ({ current }: { readonly current: UploadArea }): ReactNode => {
  const text = useText('uploads');
  return (
    <PageTabs
      label={text('tabs.label')}
      current={current}
      tabs={[
        {
          id: 'purchaseProtection',
          text: text('tabs.purchaseProtection'),
          href: hrefOf('/data/upload/purchaseprotection'),
        },
        {
          id: 'lossPrevention',
          text: text('tabs.lossPrevention'),
          href: hrefOf('/data/upload/lossprevention'),
        },
      ]}
    />
  );
};
