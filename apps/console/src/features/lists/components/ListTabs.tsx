import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import { hrefOf } from '../../../routes/address.ts';

/** The two kinds of lists, above either page. */
export const ListTabs = ({ current }: { readonly current: 'customLists' | 'supportLists' }) => {
  const text = useText('routes');
  const tabs = [
    { id: 'customLists', text: text('customLists.title'), href: hrefOf('/data/lists/custom') },
    { id: 'supportLists', text: text('supportLists.title'), href: hrefOf('/data/lists/support') },
  ];
  return <PageTabs label={text('lists.title')} tabs={tabs} current={current} />;
};
