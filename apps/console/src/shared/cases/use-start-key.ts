import { useShortcut, type Command } from '@redoubt/ui';
import { useNotify } from '../../notifications/CalloutProvider.tsx';

/** The key that starts a review, in either case; where none can be started it says why. */
export const useStartKey = (start: Command | undefined, active = true): void => {
  const notify = useNotify();
  const run = (): void => {
    if (start?.onSelect === undefined) return;
    if (start.disabledReason === undefined) start.onSelect();
    else notify({ severity: 'Information', title: start.disabledReason });
  };
  const options = { active: active && start !== undefined };
  useShortcut('R', start?.text ?? '', run, options);
  useShortcut('r', '', run, options);
};
