import { DismissRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, IconButton, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { usePreferences } from '../../../preferences/use-preferences.tsx';
import { useBeginTour, useOpenTours } from '../../../shell/tours/use-begin-tour.ts';
import { useTourStanding } from '../../../shell/tours/use-tour-standing.ts';
import { useTours } from '../../../shell/tours/use-tour.tsx';

const MOST = 3;
const HERE = '/';

/** Tours of other pages that the person has neither taken nor dismissed; what they choose is kept with their preferences. */
export const TourCards = (): ReactNode => {
  const text = useText('dashboard');
  const shell = useText('shell');
  const [{ tours }] = usePreferences();
  const open = useOpenTours();
  const begin = useBeginTour();
  const { decline } = useTours();
  const standingOf = useTourStanding();
  const waiting = open.filter(({ id, path }) => path !== HERE && typeof (tours[id] ?? 0) === 'number');
  if (waiting.length === 0) return null;
  return (
    <Section title={text('tours.title')} meta={text('tours.meta', { count: waiting.length })}>
      <ul className="plain-list stack-2">
        {waiting.slice(0, MOST).map((tour) => {
          const name = shell(tour.name);
          return (
            <li key={tour.id} className="row-middle between">
              <CommandButton
                appearance="outline"
                command={{
                  id: `tour-${tour.id}`,
                  text: standingOf(tour).action,
                  onSelect: () => begin(tour),
                }}
              />
              <IconButton icon={DismissRegular} label={text('tours.dismiss', { name })} onClick={() => decline(tour)} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
};
