import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { FirstStepsPage } from './FirstStepsPage.tsx';

const show = (steps: readonly object[]) =>
  renderConsole(<FirstStepsPage />, { address: '/setup', answer: () => ({ steps }) });

afterEach(cleanup);

describe('what a new tenant needs next', () => {
  it('leads to each step that the person may take, and says which are done', async () => {
    await show([
      { id: 'application', isDone: true },
      { id: 'rule', isDone: false },
    ]);
    const list = await screen.findByRole('list', { name: 'First steps' });
    const [application, rule] = within(list).getAllByRole('listitem');
    expect(application?.textContent).toContain('done');
    expect(rule?.textContent).toContain('not yet');
    expect(within(list).getByRole('link', { name: 'Publish the first rule' }).getAttribute('href')).toContain(
      '/fraud/purchase/rules?rule=new&starter=highAmount',
    );
    expect(screen.getByRole('link', { name: 'Open the dashboard' }).getAttribute('href')).toBe('/');
  });

  it('leads home where no step is open to the person', async () => {
    await show([]);
    expect(await screen.findByText(/your roles have nothing left to set up$/)).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Open the dashboard' }).length).toBeGreaterThan(0);
  });
});
