import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../routes/address.ts';

/** The choice of what is shared, and what it brought. */
export const BoosterTabs = ({ current }: { readonly current: 'boosterOptIn' | 'boosterReport' }): ReactNode => {
  const routes = useText('routes');
  const base = '/settings/transactionacceptancebooster';
  const tabs = [
    { id: 'boosterOptIn', text: routes('boosterOptIn.title'), href: hrefOf(`${base}/optin`) },
    { id: 'boosterReport', text: routes('boosterReport.title'), href: hrefOf(`${base}/report`) },
  ];
  return <PageTabs label={routes('booster.title')} tabs={tabs} current={current} />;
};
