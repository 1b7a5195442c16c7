import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel } from '@redoubt/ui';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import type { Tour } from '../../routes/route-table.ts';
import styles from './tours.module.css';
import { useBeginTour, useOpenTours } from './use-begin-tour.ts';

const useStanding = () => {
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

/** Every tour of a page that the person may open, with what they saw of it; each starts from here. */
export const TourList = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('shell');
  const firstRun = useText('firstRun');
  const tours = useOpenTours();
  const begin = useBeginTour();
  const standingOf = useStanding();
  return (
    <SidePanel title={text('tours.title')} onClose={onClose} over>
      <p className="quiet">{firstRun(tours.length === 0 ? 'tour.list.none' : 'tour.list.lead')}</p>
      <ul className={styles.list}>
        {tours.map((tour) => {
          const { state, action } = standingOf(tour);
          return (
            <li key={tour.id} className="stack gap-1">
              <p>
                {firstRun(tour.offer)} <span className="muted">{state}</span>
              </p>
              <div>
                <CommandButton
                  appearance="outline"
                  command={{
                    id: tour.id,
                    text: action,
                    onSelect: () => {
                      onClose();
                      begin(tour);
                    },
                  }}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </SidePanel>
  );
};
