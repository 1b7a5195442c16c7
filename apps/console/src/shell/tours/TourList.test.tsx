import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createPreferences } from '../../preferences/preferences.ts';
import { PreferencesProvider } from '../../preferences/use-preferences.tsx';
import { renderConsole } from '../../testing/render-console.tsx';
import { TourList } from './TourList.tsx';

afterEach(cleanup);

it('the list names every tour with what was seen of it', async () => {
  const preferences = createPreferences({ getItem: () => null, setItem: () => undefined });
  preferences.change({ tours: { environments: 'done', purchaseProtection: 2, lossPrevention: 'declined' } });
  let closed = 0;
  await renderConsole(
    <PreferencesProvider preferences={preferences}>
      <TourList onClose={() => (closed += 1)} />
    </PreferencesProvider>,
  );
  expect(await screen.findByRole('button', { name: 'Take again: Environments' })).toBeTruthy();
  expect(screen.getByText('Left at step 3 of 4')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start: Loss prevention' })).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(7);
  fireEvent.click(screen.getByRole('button', { name: 'Go on: Protecting purchases' }));
  expect(closed).toBe(1);
});
