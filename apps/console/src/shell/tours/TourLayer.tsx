import { CompassNorthwestRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { useRoutePath } from '../use-route-path.ts';
import { TourCard } from './TourCard.tsx';
import { tourOf, type Tour } from '../../routes/route-table.ts';
import styles from './tours.module.css';
import { useTours } from './use-tour.tsx';

/** Offered once a feature: a row above the page, never over it. */
const Offer = ({ tour }: { readonly tour: Tour }) => {
  const text = useText('firstRun');
  const { start, decline } = useTours();
  return (
    <section className={styles.offer} aria-label={text('tour.offered')}>
      <CompassNorthwestRegular className={styles.icon ?? ''} fontSize={16} aria-hidden />
      <p>{text(tour.offer)}</p>
      <CommandButton
        appearance="outline"
        command={{ id: 'startTour', text: text('tour.start'), onSelect: () => start(tour) }}
      />
      <CommandButton command={{ id: 'declineTour', text: text('tour.decline'), onSelect: () => decline(tour) }} />
    </section>
  );
};

/** The tour that runs, or the offer of this page's tour to a user who has not seen it. */
export const TourLayer = () => {
  const [{ tours }] = usePreferences();
  const { running, goTo, end } = useTours();
  const here = tourOf(useRoutePath());
  if (running) return <TourCard tour={running.tour} step={running.step} onStep={goTo} onEnd={end} />;
  return here && tours[here.id] === undefined ? <Offer tour={here} /> : null;
};
