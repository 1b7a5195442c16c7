import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { answering, GENERAL, ID, NEXT, nextCase } from './queues-fixtures.ts';
import { giveDialogs } from '../../testing/give-dialogs.ts';
import { QueuesPage } from './QueuesPage.tsx';

const showAll = async (): Promise<void> => {
  fireEvent.change(await screen.findByLabelText('Which queues'), { target: { value: 'all' } });
};

describe('the queues page', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('shows what is assigned to the reader, and all queues on demand', async () => {
    await renderConsole(<QueuesPage />, { answer: answering({}, false) });
    expect(await screen.findByText('General')).toBeDefined();
    expect(screen.queryByText('High amount')).toBeNull();
    await showAll();
    for (const shown of ['High amount', '3 hours ago', 'in 1 hour', 'Purchase · Reject after 4 h'])
      expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
  });

  it('shows all queues to those who look after them, and their own on demand', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    expect((await screen.findAllByText('High amount')).length).toBeGreaterThan(0);
    fireEvent.change(screen.getByLabelText('Which queues'), { target: { value: 'mine' } });
    await waitFor(() => expect(screen.queryByText('High amount')).toBeNull());
  });

  it('takes the next case of the queue in hand, and asks about the one in review', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({}, true, calls) });
    await showAll();
    const tile = await screen.findByRole('button', { name: 'High amount' });
    fireEvent.focus(tile);
    fireEvent.keyDown(tile, { key: 'r' });
    const open = await screen.findByRole('link', { name: 'Open the case in review' });
    expect(open.getAttribute('href')).toContain('/casemanagement/queues/q-9/purchase/shop/pur-9');
    expect(document.activeElement).toBe(open);
    fireEvent.click(screen.getByRole('button', { name: 'Send back and start' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls).toEqual([false, true].map((giveBack) => `start ${ID}/next {"caseId":null,"giveBack":${giveBack}}`));
  });

  it('goes from tile to tile by j and k, and opens one beside them', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    await showAll();
    const names = ['High amount', 'High amount', 'General', 'High amount'];
    await screen.findByRole('button', { name: 'High amount' });
    for (const [index, name] of names.entries()) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: index === 2 ? 'j' : 'k' });
      expect(document.activeElement?.textContent).toBe(name);
    }
    fireEvent.click(screen.getByRole('button', { name: 'High amount' }));
    expect(await screen.findByRole('button', { name: /^Edit/ })).toBeDefined();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull());
  });

  it('shows those who manage how the work of everyone stands', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    for (const shown of [
      '116',
      'Agents at work',
      'Is the backlog growing?',
      '21 a day ago + 60 new − 30 done = 51 now',
      /^About 81 at .*, at the pace of the last hour$/,
    ])
      expect(await screen.findByText(shown)).toBeDefined();
    await showAll();
    // In each queue's tile its own.
    expect(await screen.findByText('45 now, at most 52')).toBeDefined();
  });

  it('says why no case of a queue can be taken, and hides the cases of others', async () => {
    await renderConsole(<QueuesPage />, { answer: answering({ canReview: false, canView: false }, false) });
    await showAll();
    await screen.findByRole('button', { name: 'High amount' });
    // In the head for the first queue that has cases for the reader; then one in each tile.
    const starts = screen.getAllByRole('button', { name: 'Start review' });
    expect(starts.map((each) => each.getAttribute('aria-disabled'))).toEqual([null, 'true', null]);
    expect(screen.getAllByRole('link', { name: 'View cases' })).toHaveLength(1);
  });

  it('starts no review of a paused queue, by its key neither, and says why', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({ paused: true, canReview: false }, true, calls) });
    await showAll();
    const tile = await screen.findByRole('button', { name: 'High amount' });
    fireEvent.focus(tile);
    fireEvent.keyDown(tile, { key: 'r' });
    const told = await screen.findByRole('list', { name: 'Results of this visit' });
    expect(await within(told).findByText('High amount is paused: no case is taken from it now.')).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('lists who works: what they hold and decided today, without cases of those who are hidden', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    const table = await screen.findByRole('table', { name: 'Agents today' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows.slice(1).map((row) => row.toSpliced(2, 1))).toEqual([
      ['Mara Lindqvist', '€1,980.00 · High amount', '46', '2:18'],
      ['Agent 2', 'one case', '0', '–'],
    ]);
    expect(within(table).getByRole('link').getAttribute('href')).toContain('/purchase/');
  });

  it('tells of time-outs that are near, and of watched figures above their thresholds', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    await showAll();
    const alerts = await screen.findByRole('list', { name: 'Alerts' });
    await within(alerts).findByText(/threshold/);
    await within(alerts).findByText(/second decision/);
    expect(
      within(alerts)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'High amount: next time-out in 1 hour',
      'General: next time-out in 1 hour',
      '2 cases time out within the hour without a second decision',
      'Waiting cases, All queues: 51, threshold 40',
    ]);
  });

  it('shows the next cases of the queue that is open, and decides several with a result for each', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({}, true, calls) });
    await showAll();
    const tile = await screen.findByRole('button', { name: 'High amount' });
    fireEvent.click(tile);
    const grid = await screen.findByRole('grid', { name: 'Next cases' });
    expect(within(grid).getAllByRole('row')[1]?.textContent).toBe('in 58 minutes€1,801.80€2,310.00Ruben Castellane');
    fireEvent.click(tile);
    expect(document.activeElement).toBe(grid);
    for (const key of ['x', 'j']) fireEvent.keyDown(grid, { key });
    fireEvent.keyDown(grid, { key: 'X' });
    expect(await screen.findByText('2 selected')).toBeDefined();
    expect(screen.getByText('€2,400.00')).toBeDefined();
    fireEvent.keyDown(grid, { key: 'r' });
    const panel = await screen.findByRole('complementary', { name: 'Decide 2 cases' });
    fireEvent.click(within(panel).getByRole('radio', { name: /Stolen card/ }));
    fireEvent.click(within(panel).getByRole('button', { name: /^Reject 2 cases/ }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toContain('"caseIds":["c-1","c-2"]');
    expect(within(await within(panel).findByRole('list', { name: 'Result' })).getAllByRole('listitem')).toHaveLength(2);
  });

  it('decides all cases that wait, also those that it does not list at first', async () => {
    const calls: string[] = [];
    const answer = answering({}, true, calls);
    const asked: string[] = [];
    const many = Array.from({ length: 41 }, (_, index) => nextCase(`c-${index + 1}`, `Customer ${index + 1}`, 10));
    await renderConsole(<QueuesPage />, {
      answer: (sent) => {
        if (sent.method !== 'GET' || !sent.path.includes('/cases?')) return answer(sent);
        const limit = Number(new URLSearchParams(sent.path.split('?')[1]).get('limit'));
        asked.push(String(limit));
        return { ...NEXT, cases: limit === 500 ? many : NEXT.cases };
      },
    });
    await showAll();
    const tile = await screen.findByRole('button', { name: 'High amount' });
    fireEvent.click(tile);
    const grid = await screen.findByRole('grid', { name: 'Next cases' });
    fireEvent.click(tile);
    fireEvent.keyDown(grid, { key: 'x' });
    fireEvent.click(await screen.findByRole('button', { name: 'Select all 41 cases' }));
    expect(await screen.findByText('41 selected')).toBeDefined();
    expect(asked).toContain('500');
    fireEvent.keyDown(grid, { key: 'r' });
    const panel = await screen.findByRole('complementary', { name: 'Decide 41 cases' });
    fireEvent.click(within(panel).getByRole('radio', { name: /Stolen card/ }));
    fireEvent.click(within(panel).getByRole('button', { name: /^Reject 41 cases/ }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect((JSON.parse(calls[0] ?? '') as { caseIds: string[] }).caseIds).toEqual(many.map(({ id }) => id));
  });

  it('steps from queue to queue by [ and ], whatever has the keyboard', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    await showAll();
    await screen.findByRole('button', { name: 'High amount' });
    for (const [key, name] of [
      [']', 'High amount'],
      [']', 'General'],
      [']', 'General'],
      ['[', 'High amount'],
    ] as const) {
      fireEvent.keyDown(document.body, { key });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      expect(await screen.findByRole('complementary', { name })).toBeDefined();
    }
  });

  it('says on the page that nothing could be read where the wall would be empty', async () => {
    await renderConsole(<QueuesPage />, { address: '/?wall=on' });
    expect(await screen.findByText('This did not work')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('fills a screen on the wall by w, without names, until Escape', async () => {
    giveDialogs();
    await renderConsole(<QueuesPage />, { answer: answering() });
    await screen.findByRole('button', { name: 'General' });
    fireEvent.keyDown(document.body, { key: 'w' });
    const wall = await screen.findByRole('dialog', { name: 'Wall mode' });
    expect(
      within(wall).getByRole('row', { name: /^High amount 41 3 3 hours ago in 1 hour Reject after 4 h/ }),
    ).toBeDefined();
    expect(wall.textContent).not.toContain('Mara');
    expect(within(wall).queryByRole('link')).toBeNull();
    fireEvent.keyDown(document.activeElement ?? wall, { key: 'n' });
    expect(screen.queryByRole('complementary', { name: 'New queue' })).toBeNull();
    fireEvent.keyDown(document.activeElement ?? wall, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('names groups by their role', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    await showAll();
    expect(await screen.findByText('Review analyst')).toBeDefined();
  });

  it('makes a queue with the time-out in hours and those who work on it', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({}, true, calls) });
    fireEvent.click(await screen.findByRole('button', { name: /New queue/ }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Gift cards' } });
    fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '6' } });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Group: Review analyst' }));
    fireEvent.change(screen.getByRole('combobox', { name: /Ordered by/ }), { target: { value: 'amount' } });
    expect(await screen.findByText(/different currencies are converted at the exchange rates/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toContain('"name":"Gift cards"');
    expect(calls[0]).toContain('"assignees":[{"id":"ManualReviewAnalyst","kind":"group"}]');
    expect(calls[0]).toContain('"timeoutMs":21600000');
  });

  it('pauses a queue, and moves its cases when it is deleted', async () => {
    const calls: string[] = [];
    const counts = { pending: 41, inReview: 0, onHold: 0, escalated: 0, settling: 1 };
    await renderConsole(<QueuesPage />, { answer: answering({ counts }, true, calls) });
    await showAll();
    fireEvent.click(await screen.findByRole('button', { name: 'High amount' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Pause/ }));
    await waitFor(() => expect(calls).toEqual([`PUT /${ID}/paused {"version":"1","paused":true}`]));
    fireEvent.click(screen.getByRole('button', { name: /^Delete/ }));
    expect(
      await screen.findByText('It has open cases (42). They move, and their time-out begins again.'),
    ).toBeDefined();
    fireEvent.click(screen.getAllByRole('button', { name: /^Delete/ }).at(-1) as HTMLElement);
    await waitFor(() => expect(calls[1]).toContain(`DELETE /${ID}`));
    expect(calls[1]).toContain(`moveTo=${GENERAL}`);
  });

  it('offers no changes to readers, and none of General to anyone', async () => {
    await renderConsole(<QueuesPage />, { answer: answering({}, false) });
    fireEvent.click(await screen.findByRole('button', { name: 'General' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /View cases/ })).toHaveLength(2));
    expect(screen.queryByRole('button', { name: /Pause|Delete|New queue|Assign/ })).toBeNull();
  });
});
