import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { SubjectSearchPage } from './SubjectSearchPage.tsx';

const policy = {
  assessments: [
    { assessment: 'purchase', name: null, properties: ['user.userId', 'user.email'] },
    { assessment: 'login', name: null, properties: ['user.email'] },
  ],
  approvalRequired: false,
  mayChangeApproval: false,
  dueDays: 30,
  exportDays: 30,
};

const preview = {
  counts: [{ kind: 'purchase', count: 3 }],
  first: '2026-11-01T00:00:00.000Z',
  last: '2026-11-19T00:00:00.000Z',
  isComplete: true,
  holds: [],
  supportLists: [],
};

const answering =
  (sent: unknown[]): Answer =>
  ({ method, path, body }) => {
    if (method === 'GET') return policy;
    sent.push(body);
    return path.endsWith('/preview') ? preview : { id: 'one' };
  };

const value = () => screen.getByRole('textbox', { name: 'Value' });

afterEach(cleanup);

describe('the search for a person', () => {
  it('asks by the property that both assessments have, and drops what was found when a field changes', async () => {
    const sent: unknown[] = [];
    await renderConsole(<SubjectSearchPage />, { answer: answering(sent) });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Known by' }), { target: { value: 'user.email' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Assessment' }), { target: { value: 'login' } });
    fireEvent.click(screen.getByRole('button', { name: 'Find' }));
    expect(sent).toEqual([]);
    fireEvent.change(value(), { target: { value: ' nora@mailbox.example ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Find' }));
    await waitFor(() =>
      expect(sent).toEqual([{ assessment: 'login', property: 'user.email', value: 'nora@mailbox.example' }]),
    );
    expect(await screen.findByRole('radiogroup')).toBeDefined();
    fireEvent.change(value(), { target: { value: 'other@mailbox.example' } });
    await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull());
  });

  it('erases only after the value was typed once more', async () => {
    const sent: unknown[] = [];
    await renderConsole(<SubjectSearchPage />, { answer: answering(sent) });
    await screen.findByRole('combobox', { name: 'Known by' });
    fireEvent.change(value(), { target: { value: 'nora' } });
    fireEvent.click(screen.getByRole('button', { name: 'Find' }));
    fireEvent.click(await screen.findByRole('radio', { name: /^Deletion/ }));
    const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Ask for the deletion' }));
    submit();
    expect(sent).toHaveLength(1);
    fireEvent.change(screen.getByRole('textbox', { name: 'Type nora to confirm' }), { target: { value: 'nora' } });
    submit();
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ type: 'Delete', confirmation: 'nora', value: 'nora' }));
  });
});
