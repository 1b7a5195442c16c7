import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { hrefOf, useAddress } from '../../routes/address.ts';
import { AccountTab } from './components/AccountTab.tsx';
import { KeysTab } from './components/KeysTab.tsx';
import { PreferencesTab } from './components/PreferencesTab.tsx';
import { SessionsTab } from './components/SessionsTab.tsx';
import { TokensTab } from './components/TokensTab.tsx';

const TABS = ['account', 'preferences', 'keys', 'sessions', 'tokens'] as const;

const address = z.object({ tab: z.enum(TABS).catch('account').default('account') });

const PARTS = {
  account: AccountTab,
  preferences: PreferencesTab,
  keys: KeysTab,
  sessions: SessionsTab,
  tokens: TokensTab,
} as const satisfies Record<(typeof TABS)[number], unknown>;

/** The person themselves: roles, preferences, keys, sign-ins, tokens for the command line. */
export const ProfilePage = (): ReactNode => {
  const text = useText('profile');
  const routes = useText('routes');
  const [{ tab }] = useAddress(address);
  const tabs = (
    <PageTabs
      label={routes('profile.title')}
      current={tab}
      tabs={TABS.map((id) => ({
        id,
        text: text(`tab.${id}`),
        href: hrefOf('/profile', undefined, id === 'account' ? {} : { tab: id }),
      }))}
    />
  );
  const Part = PARTS[tab];
  return <Part tabs={tabs} />;
};
