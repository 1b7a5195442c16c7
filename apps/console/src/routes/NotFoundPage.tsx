import { useText } from '@redoubt/i18n';
import { Empty } from '@redoubt/ui';
import { ConsolePage } from '../shell/ConsolePage.tsx';

/** No page has this address. */
export const NotFoundPage = () => {
  const text = useText('shell');
  return (
    <ConsolePage title={text('notFound.title')} crumb={text('notFound.title')}>
      <Empty
        title={text('notFound.heading')}
        body={text('notFound.body')}
        action={{ text: text('notFound.home'), href: '/' }}
      />
    </ConsolePage>
  );
};
