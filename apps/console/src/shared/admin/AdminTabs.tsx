import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';

/** The pages of Admin settings that the caller may open. */
export const AdminTabs = ({ current }: { readonly current: 'configuration' | 'retention' }): ReactNode => {
  const routes = useText('routes');
  const may = useMay();
  if (!may('adminConfiguration:read')) return null;
  return (
    <PageTabs
      label={routes('admin.title')}
      current={current}
      tabs={[
        { id: 'configuration', text: routes('adminConfiguration.title'), href: hrefOf('/adminsettings/configuration') },
        { id: 'retention', text: routes('adminRetention.title'), href: hrefOf('/adminsettings/retention') },
      ]}
    />
  );
};
