import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../../testing/render-console.tsx';
import { MovePanel } from './MovePanel.tsx';

afterEach(cleanup);

const queue = (id: string, name: string, assessment: string | null, environmentId: string = TEST_ENVIRONMENT_ID) => ({
  id,
  name,
  assessment,
  environment: { id: environmentId, name: 'Production' },
});

const show = async (queues: readonly object[], assessments: readonly string[] = ['purchase']) => {
  const sent: unknown[] = [];
  const onMoved = vi.fn();
  const answer: Answer = ({ path, body }) => {
    if (path.endsWith('/queues')) return { queues };
    if (!path.endsWith('/cases/moves')) return new Response(null, { status: 404 });
    sent.push(body);
    const result = { eventId: 'pur-1', outcome: 'done', problem: null, takenFrom: null };
    return {
      results: [
        { ...result, caseId: 'c-1' },
        { ...result, caseId: 'c-2', eventId: 'pur-2', outcome: 'skipped', problem: 'CASE-DECIDED' },
      ],
    };
  };
  await renderConsole(
    <MovePanel
      caseIds={['c-1', 'c-2']}
      queueId="here"
      assessments={new Set(assessments)}
      onMoved={onMoved}
      onClose={() => undefined}
    />,
    { answer },
  );
  return { sent, onMoved };
};

describe('moving cases', () => {
  it('offers the other queues of their assessment, and answers for each case', async () => {
    const { sent, onMoved } = await show([
      queue('here', 'High amount', 'purchase'),
      queue('cards', 'Gift cards', 'purchase'),
      queue('logins', 'Logins', 'accountLogin'),
      queue('below', 'Below', 'purchase', 'other'),
      queue('general', 'General', null),
    ]);
    await screen.findByRole('combobox', { name: /To queue/ });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Gift cards', 'General']);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'general' } });
    fireEvent.click(screen.getByRole('button', { name: 'Move 2 cases' }));
    await screen.findByText('1 case moved');
    expect(screen.getByRole('status').textContent).toBe('1 case moved, 1 case skipped');
    expect(sent).toEqual([{ caseIds: ['c-1', 'c-2'], queueId: 'general' }]);
    await waitFor(() => expect(onMoved).toHaveBeenCalledOnce());
  });

  it('says that there is no other queue for them', async () => {
    await show([queue('cards', 'Gift cards', 'purchase')], ['purchase', 'accountLogin']);
    expect(await screen.findByText('There is no other queue for these cases.')).toBeTruthy();
  });
});
