import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { QueueCasesPage } from './QueueCasesPage.tsx';
import { TEST_QUEUE, testCase, testCaseList } from './review/case-fixtures.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const show = async (queue: object, cases = [testCase(1), testCase(2)], query = '') => {
  const asked: string[] = [];
  const started: unknown[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method === 'POST') started.push(body);
    if (path.includes('list=pending')) asked.push(path.replace(/.*list=pending&?/, ''));
    if (!path.includes('/cases')) return new Response(null, { status: 404 });
    return testCaseList(path.includes('list=pending') ? cases : [], {
      canManage: true,
      queue: { ...TEST_QUEUE, ...queue },
    });
  };
  await renderConsole(<QueueCasesPage />, { address: `/casemanagement/queues/${TEST_QUEUE.id}${query}`, answer });
  await screen.findByRole('heading', { level: 1, name: 'High amount' });
  return { started, asked };
};

describe('the page of a queue', () => {
  it('starts no review while it is paused, for a manager neither, and says why', async () => {
    const { started } = await show({ paused: true });
    const starts = screen.getAllByRole('button', { name: /Start review/ });
    expect(starts.map((each) => each.getAttribute('aria-disabled'))).toEqual(['true']);
    fireEvent.keyDown(document.body, { key: 'r' });
    const told = await screen.findByRole('list', { name: 'Results of this visit' });
    expect(await within(told).findByText('High amount is paused: no case is taken from it now.')).toBeTruthy();
    expect(started).toEqual([]);
  });

  it('starts a review by its key, in the case of the letter that caps lock gives too', async () => {
    const { started } = await show({});
    expect(screen.getAllByRole('button', { name: /Start review/ }).length).toBe(3);
    fireEvent.keyDown(document.body, { key: 'R' });
    await waitFor(() => expect(started).toEqual([{ caseId: null, giveBack: false }]));
  });

  it('reads order and filters from its address and keeps there what is chosen', async () => {
    const { asked } = await show(
      { sequence: 'Restricted' },
      [testCase(1)],
      '?order=amount&due=4&rule=Cards&columns=due,score',
    );
    expect(asked[0]).toBe('order=amount&direction=desc&dueHours=4&rule=Cards');
    const [grid] = screen.getAllByRole('grid');
    expect(
      within(grid as HTMLElement)
        .getAllByRole('columnheader')
        .map((each) => each.textContent),
    ).toEqual(['Select', 'Event', 'Times out', 'Risk']);
    // Only the head offers the next one: the first row of another order is not the first of the queue.
    expect(screen.getAllByRole('button', { name: /Start review/ })).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Ordered by'), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked.at(-1)).toBe(''));
    fireEvent.change(screen.getByLabelText('Assigned to'), { target: { value: 'free' } });
    await waitFor(() => expect(asked.at(-1)).toBe('assignee=free'));
  });

  it('says that its order compares amounts of several currencies', async () => {
    const hint = /compares amounts of different currencies by number/;
    await show({ orderBy: 'eventTime' }, [testCase(1), testCase(2, { currency: 'DKK' })]);
    expect(screen.queryByTitle(hint)).toBeNull();
    cleanup();
    await show({}, [testCase(1), testCase(2, { currency: 'DKK' })]);
    expect(screen.getByTitle(hint).textContent).toBe('Several currencies');
  });
});
