import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel } from '@redoubt/ui';
import styles from './tours.module.css';
import { useBeginTour, useOpenTours } from './use-begin-tour.ts';
import { useTourStanding } from './use-tour-standing.ts';

/** Every tour of a page that the person may open, with what they saw of it; each starts from here. */
export const TourList = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('shell');
  const firstRun = useText('firstRun');
  const tours = useOpenTours();
  const begin = useBeginTour();
  const standingOf = useTourStanding();
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
