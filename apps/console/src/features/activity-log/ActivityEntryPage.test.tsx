import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { ActivityEntryPage } from './ActivityEntryPage.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const detail = {
  id: ID,
  sequence: 7,
  isErased: false,
  at: '2026-11-21T14:00:00.000Z',
  changedBy: { id: 'u-1', name: 'Ada Byron' },
  operation: 'Publish',
  resource: { type: 'DecisionRule', id: 'r-1', name: 'Limits' },
  assessment: { id: 'purchase', name: 'purchase' },
  environment: { id: TEST_ENVIRONMENT_ID, name: 'Contoso' },
  correlationId: 'c-1',
  original: { version: 1, condition: 'a', note: 'same' },
  modified: { version: 2, condition: 'b', note: 'same' },
  previous: null,
  next: null,
  restorableVersion: 2,
};

const answering =
  (sent: unknown[] = []): Answer =>
  ({ path, method, body }) => {
    if (path.includes('/audit/entries/')) return detail;
    if (method === 'POST') sent.push([path.split('/').at(-1), body]);
    return path.includes('/rulesets/') ? { version: 'tag-9' } : new Response(null, { status: 404 });
  };

const address = `/settings/DecisionRule/${TEST_ENVIRONMENT_ID}/${ID}`;

afterEach(cleanup);

describe('the page of an entry', () => {
  it('shows what differed, all fields where asked, and leads to entries that share a fact', async () => {
    await renderConsole(<ActivityEntryPage />, { answer: answering(), address });
    expect(await screen.findByRole('heading', { name: 'Publish: Rule Limits' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'note' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'All fields' }));
    expect(screen.getByRole('heading', { name: 'note' })).toBeDefined();
    const link = screen.getByRole('link', { name: 'Ada Byron' });
    expect(link.getAttribute('href')).toBe('/settings/audit?range=13mo&where=changedBy%7Ein%7EAda%2520Byron');
  });

  it('publishes a version again with the tag that the rule has now', async () => {
    const sent: unknown[] = [];
    await renderConsole(<ActivityEntryPage />, { answer: answering(sent), address });
    fireEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Note for the history' }), { target: { value: ' back ' } });
    const [, confirm] = screen.getAllByRole('button', { name: 'Restore this version' });
    fireEvent.click(confirm as HTMLElement);
    await waitFor(() => expect(sent).toEqual([['roll-back', { version: 'tag-9', to: 2, note: 'back' }]]));
  });
});
