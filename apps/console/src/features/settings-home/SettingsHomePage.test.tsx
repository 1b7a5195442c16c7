import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderConsole, testMe } from '../../testing/render-console.tsx';
import { SettingsHomePage } from './SettingsHomePage.tsx';

afterEach(cleanup);

const meWith = (capabilities: object) => {
  const me = testMe();
  return { ...me, environments: me.environments.map((each) => ({ ...each, capabilities })) };
};

it('the settings home leads to what the person may open, and says where that is nothing', async () => {
  await renderConsole(<SettingsHomePage />, { me: meWith({ usage: 'read', activityLogs: 'read' }) });
  expect((await screen.findByRole('link', { name: 'Activity logs' })).getAttribute('href')).toBe('/settings/audit');
  expect(screen.getByText('Who changed what, and when.')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Subject requests' })).toBeNull();
  cleanup();
  await renderConsole(<SettingsHomePage />, { me: meWith({}) });
  expect(await screen.findByText('None of these pages is open to you here.')).toBeDefined();
});
