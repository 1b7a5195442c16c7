import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel } from '@redoubt/ui';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import type { Tour } from '../../routes/route-table.ts';
import styles from './tours.module.css';
import { useBeginTour, useOpenTours } from './use-begin-tour.ts';

const useStanding = () => {
  const text = useText('shell');
  const [{ tours }] = usePreferences();
  return ({ id, steps, name }: Tour): { readonly state: string; readonly action: string } => {
    const kept = tours[id];
    if (kept === 'done') return { state: text('tours.done'), action: text('tours.again', { name: text(name) }) };
    if (typeof kept !== 'number' || kept >= steps.length)
      return { state: text('tours.fresh'), action: text('tours.start', { name: text(name) }) };
    return {
      state: text('tours.left', { step: kept + 1, steps: steps.length }),
      action: text('tours.resume', { name: text(name) }),
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
      <p className="quiet">{text(tours.length === 0 ? 'tours.none' : 'tours.lead')}</p>
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
