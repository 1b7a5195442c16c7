import type { ApiPeriod } from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';

const PAGES = [
  { id: 'requests', permission: 'apiManagement:read' },
  { id: 'errors', permission: 'apiManagement:read' },
  { id: 'ontology', permission: 'ontology:read' },
] as const;

/** The pages of API management that the user may open; none of one alone. */
export const ApiTabs = (props: {
  readonly current: (typeof PAGES)[number]['id'];
  /** Goes along to the pages that have one. */
  readonly period?: ApiPeriod | undefined;
}): ReactNode => {
  const text = useText('apiManagement');
  const { capabilities } = useEnvironment();
  const tabs = PAGES.filter(({ permission }) => allows(capabilities, permission)).map(({ id }) => ({
    id,
    text: text(`tabs.${id}`),
    href: hrefOf(`/data/apimanagement/${id}`, undefined, id === 'ontology' ? {} : { period: props.period }),
  }));
  return tabs.length < 2 ? null : <PageTabs label={text('tabs.label')} tabs={tabs} current={props.current} />;
};
