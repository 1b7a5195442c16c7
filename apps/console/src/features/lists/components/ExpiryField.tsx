import type { ListSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState } from '@redoubt/ui';
import { useListMutations } from '../lists.queries.ts';
import { ExpirySelect } from './ExpirySelect.tsx';

/** Which column says when rows expire, changed where it stands. */
export const ExpiryField = ({ list, canWrite }: { readonly list: ListSummary; readonly canWrite: boolean }) => {
  const text = useText('lists');
  const { setExpiry } = useListMutations();
  if (!canWrite) return list.expiryColumn ?? text('expiry.never');
  return (
    <>
      <ExpirySelect
        columns={list.columns}
        value={list.expiryColumn}
        onChange={(column) => setExpiry.mutate({ list, column })}
      />
      {setExpiry.error ? <ErrorState error={setExpiry.error} compact /> : null}
    </>
  );
};
