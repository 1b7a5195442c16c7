import type { Permission } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';

const TABS = [
  { id: 'adminBilling', path: '/adminsettings/billing', permission: 'adminBilling:read' },
  { id: 'adminBillingDetails', path: '/adminsettings/billing/details', permission: 'adminBilling:read' },
  { id: 'adminSearch', path: '/adminsettings/search', permission: 'adminSearch:read' },
  { id: 'adminConfiguration', path: '/adminsettings/configuration', permission: 'adminConfiguration:read' },
  { id: 'adminRetention', path: '/adminsettings/retention', permission: 'adminConfiguration:read' },
  { id: 'adminResidency', path: '/adminsettings/data-residency', permission: 'adminConfiguration:read' },
  { id: 'adminStatement', path: '/adminsettings/statement', permission: 'adminConfiguration:read' },
] as const satisfies readonly { readonly id: string; readonly path: string; readonly permission: Permission }[];

/** The pages of the settings of the tenant that the person may open. */
export const AdminTabs = ({ current }: { readonly current: (typeof TABS)[number]['id'] }): ReactNode => {
  const routes = useText('routes');
  const may = useMay();
  const tabs = TABS.filter(({ permission }) => may(permission)).map(({ id, path }) => ({
    id,
    text: routes(`${id}.title`),
    href: hrefOf(path),
  }));
  return tabs.length < 2 ? null : <PageTabs label={routes('admin.title')} tabs={tabs} current={current} />;
};
