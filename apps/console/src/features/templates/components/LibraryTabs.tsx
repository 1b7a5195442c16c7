import type { Permission } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';

const TABS = [
  { id: 'templates', text: 'tabs.rules', path: '/data/templates', permission: 'ruleTemplates:read' },
  {
    id: 'environmentTemplates',
    text: 'tabs.environments',
    path: '/data/templates/environments',
    permission: 'environmentTemplates:read',
  },
] as const satisfies readonly { readonly permission: Permission; readonly [member: string]: string }[];

/** The parts of the template library that the person may open. */
export const LibraryTabs = ({ current }: { readonly current: (typeof TABS)[number]['id'] }): ReactNode => {
  const text = useText('ruleTemplates');
  const may = useMay();
  const tabs = TABS.filter(({ permission }) => may(permission)).map(({ id, path, text: words }) => ({
    id,
    text: text(words),
    href: hrefOf(path),
  }));
  return tabs.length < 2 ? null : <PageTabs label={text('title')} tabs={tabs} current={current} />;
};
