import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { QueueCasesPage } from './QueueCasesPage.tsx';
import { TEST_QUEUE, testCase, testCaseList } from './review/case-fixtures.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const show = async (queue: object, cases = [testCase(1), testCase(2)]) => {
  const started: unknown[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method === 'POST') started.push(body);
    if (!path.includes('/cases')) return new Response(null, { status: 404 });
    return testCaseList(path.includes('list=pending') ? cases : [], {
      canManage: true,
      queue: { ...TEST_QUEUE, ...queue },
    });
  };
  await renderConsole(<QueueCasesPage />, { address: `/casemanagement/queues/${TEST_QUEUE.id}`, answer });
  await screen.findByRole('heading', { level: 1, name: 'High amount' });
  return { started };
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

  it('says that its order compares amounts of several currencies', async () => {
    const hint = /compares amounts of different currencies by number/;
    await show({ orderBy: 'eventTime' }, [testCase(1), testCase(2, { currency: 'DKK' })]);
    expect(screen.queryByTitle(hint)).toBeNull();
    cleanup();
    await show({}, [testCase(1), testCase(2, { currency: 'DKK' })]);
    expect(screen.getByTitle(hint).textContent).toBe('Several currencies');
  });
});
