import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useConsole, useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';

/** The pages of access control that the person may open. */
export const AccessTabs = ({
  current,
}: {
  readonly current: 'people' | 'review' | 'who' | 'roles' | 'provisioning' | 'applications';
}): ReactNode => {
  const text = useText('people');
  const may = useMay();
  // Provisioning is of the whole tenant.
  const isRoot = useConsole().environment.parentId === null;
  const people = may('accessControlPeople:read');
  const tabs = [
    ...(people
      ? [
          { id: 'people', text: text('tab.people'), href: hrefOf('/settings/access') },
          { id: 'review', text: text('tab.review'), href: hrefOf('/settings/access/review') },
          { id: 'who', text: text('tab.who'), href: hrefOf('/settings/access/who') },
          { id: 'roles', text: text('tab.roles'), href: hrefOf('/settings/access/roles') },
          ...(isRoot
            ? [{ id: 'provisioning', text: text('tab.provisioning'), href: hrefOf('/settings/access/provisioning') }]
            : []),
        ]
      : []),
    ...(may('accessControlApplications:read')
      ? [{ id: 'applications', text: text('tab.applications'), href: hrefOf('/settings/access/apps') }]
      : []),
  ];
  return tabs.length < 2 ? null : <PageTabs label={text('tab.label')} tabs={tabs} current={current} />;
};
