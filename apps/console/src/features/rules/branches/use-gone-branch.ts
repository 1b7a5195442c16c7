import { useText } from '@redoubt/i18n';
import { useEffect } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useAddressBy } from '../../../routes/address.ts';
import { rulesAddress } from '../../../shared/rules/address.ts';

/** Where the branch of the address is gone, as after its promotion, production is shown and said to be. */
export const useGoneBranch = (error: unknown): void => {
  const text = useText('branches');
  const notify = useNotify();
  const [{ branch }, setAddress] = useAddressBy(rulesAddress);
  const isGone = branch !== undefined && error instanceof ApiError && error.code === 'BRANCH-UNKNOWN';
  useEffect(() => {
    if (!isGone) return;
    notify({ severity: 'Information', title: text('gone', { name: branch }) });
    setAddress({ branch: undefined, panel: undefined, shows: undefined, experiment: undefined }, { replace: true });
  }, [isGone, branch, notify, setAddress, text]);
};
