import { useText } from '@redoubt/i18n';
import { Empty } from '@redoubt/ui';

/** A chunk did not arrive, twice: most likely the server has a newer version. */
export const NewVersion = () => {
  const text = useText('shell');
  return (
    <div role="alert">
      <Empty
        title={text('newVersion.title')}
        body={text('newVersion.body')}
        action={{ text: text('newVersion.reload'), onSelect: () => location.reload() }}
      />
    </div>
  );
};
