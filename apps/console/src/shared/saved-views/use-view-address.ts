import { formatViewParameters, parseViewParameters, type SavedViewPage } from '@redoubt/domain';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ENVIRONMENT_PARAMETER, type RawSearch } from '../../routes/address.ts';

/** What the address of a page says as a view of it, and the way to another view. */
export const useViewAddress = (page: SavedViewPage) => {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = useCallback(
    (parameters: string, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({
          ...(before[ENVIRONMENT_PARAMETER] === undefined
            ? {}
            : { [ENVIRONMENT_PARAMETER]: before[ENVIRONMENT_PARAMETER] }),
          ...parseViewParameters(page, parameters),
        }),
        replace,
      }),
    [navigate, page],
  );
  return {
    /** Parameters of the view that the page shows. */
    current: formatViewParameters(page, raw),
    /** Nothing but the environment stands in the address. */
    isPlain: Object.keys(raw).every((name) => name === ENVIRONMENT_PARAMETER),
    open,
  };
};
