import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { CountriesMap } from './CountriesMap.tsx';

afterEach(cleanup);

it('colours countries by their events, the most the strongest, and says the same in words', async () => {
  const counts = [
    { code: 'DE', events: 25 },
    { code: 'SE', events: 100 },
    { code: 'XX', events: 1 },
  ];
  await renderConsole(<CountriesMap counts={counts} />, { answer: () => ({}) });
  const map = await screen.findByRole('img', { name: 'World map with Sweden, Germany, and XX' });
  expect([...map.querySelectorAll('title')].map(({ textContent }) => textContent).toSorted()).toEqual([
    'Germany: 25',
    'Sweden: 100',
  ]);
  const rows = within(screen.getByRole('list', { name: 'Places' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Sweden 100', 'Germany 25', 'XX 1']);
});
