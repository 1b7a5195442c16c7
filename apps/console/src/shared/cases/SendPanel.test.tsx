import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../../testing/render-console.tsx';
import { SendPanel } from './SendPanel.tsx';

afterEach(cleanup);

const EVENT = { environmentId: TEST_ENVIRONMENT_ID, eventType: 'purchase', eventId: 'p-1' };

it('sends an event to review with the reason that it needs, and says what became of it', async () => {
  const sent: unknown[] = [];
  await renderConsole(<SendPanel events={[EVENT]} onClose={() => undefined} />, {
    answer: ({ method, body }) => {
      if (method !== 'POST') return new Response(null, { status: 404 });
      sent.push(body);
      return {
        results: [{ eventType: 'purchase', eventId: 'p-1', outcome: 'skipped', problem: 'CASE-EXISTS', case: null }],
      };
    },
  });
  const reason = await screen.findByLabelText('Reason for the review');
  const send = () => screen.getByRole('button', { name: 'Send 1 event to review' });
  expect(send().getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(reason, { target: { value: '  ' } });
  fireEvent.blur(reason);
  expect(await screen.findByText('Say why.')).toBeTruthy();
  fireEvent.change(reason, { target: { value: 'The customer called ' } });
  await waitFor(() => expect(send().getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true });
  await waitFor(() =>
    expect(sent).toEqual([
      { events: [{ eventType: 'purchase', eventId: 'p-1' }], queueId: null, reason: 'The customer called' },
    ]),
  );
  expect(await screen.findByRole('list', { name: 'Result' })).toBeTruthy();
});
