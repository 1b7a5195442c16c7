import { useListedKeys, useShortcut } from '@redoubt/ui';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderConsole } from '../testing/render-console.tsx';
import { ShortcutOverview } from './ShortcutOverview.tsx';

afterEach(cleanup);

const GRID = [{ keys: 'Enter', text: 'Open the row' }];
const CHART = [{ keys: 'Enter', text: 'Narrow to this time' }];

const Page = () => {
  useListedKeys(GRID);
  useListedKeys(CHART);
  useShortcut('Ctrl Enter', 'Open the row', () => undefined);
  useShortcut('n', 'New', () => undefined);
  useShortcut('n', 'New list', () => undefined);
  return <ShortcutOverview onClose={() => undefined} />;
};

it('the overview lists what a key does in each part of the page, and of running shortcuts the one that runs', async () => {
  await renderConsole(<Page />);
  const panel = await screen.findByRole('complementary');
  const listed = [...panel.querySelectorAll('dt')].map((term) => term.textContent);
  expect(listed.filter((each) => each === 'Open the row')).toHaveLength(1);
  expect(panel.querySelectorAll('dd')[0]?.textContent).toBe('EnterEnter Ctrl EnterCtrl Enter ');
  expect(listed).toContain('Narrow to this time');
  expect(listed).toContain('New list');
  expect(listed).not.toContain('New');
});
