import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { useAddress } from '../routes/address.ts';
import { useSavedColumns } from './use-saved-columns.ts';

const address = z.object({ columns: z.string().max(1000).optional().catch(undefined) });

/**
 * The columns of a screen, as the address names them (`columns=due,amount`), else as the person chose them last. A choice is kept in both:
 * links and saved views show it to others, and the person finds it again. Undefined means the default view.
 */
export const useAddressedColumns = (
  screen: string,
): readonly [readonly string[] | undefined, (shown: readonly string[] | undefined) => void] => {
  const [{ columns }, update] = useAddress(address);
  const [own, saveOwn] = useSavedColumns(screen);
  const named = useMemo(() => columns?.split(',').filter((id) => id !== ''), [columns]);
  const save = useCallback(
    (shown: readonly string[] | undefined) => {
      update({ columns: shown?.join(',') }, { replace: true });
      saveOwn(shown);
    },
    [update, saveOwn],
  );
  return [named ?? own, save];
};
