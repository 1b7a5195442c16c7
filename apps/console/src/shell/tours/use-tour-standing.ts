import { useText } from '@redoubt/i18n';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import type { Tour } from '../../routes/route-table.ts';

/** How far a person is with a tour, and what the command that begins it is called. */
export const useTourStanding = () => {
  const shell = useText('shell');
  const text = useText('firstRun');
  const [{ tours }] = usePreferences();
  return ({ id, steps, name }: Tour): { readonly state: string; readonly action: string } => {
    const kept = tours[id];
    if (kept === 'done')
      return { state: text('tour.list.done'), action: text('tour.list.again', { name: shell(name) }) };
    if (typeof kept !== 'number' || kept >= steps.length)
      return { state: text('tour.list.fresh'), action: text('tour.list.start', { name: shell(name) }) };
    return {
      state: text('tour.list.left', { step: kept + 1, steps: steps.length }),
      action: text('tour.list.resume', { name: shell(name) }),
    };
  };
};
