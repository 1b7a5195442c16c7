import type { EventDetail } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useMemo, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../../testing/render-console.tsx';
import { factsOfRequest } from '../event-facts.ts';
import { FactsView } from '../parts/FactsView.tsx';
import { RevealProvider, useRevealedEvent } from './use-revealed-event.ts';

const masked = (canReveal: boolean, position = 7) =>
  ({
    environmentId: TEST_ENVIRONMENT_ID,
    eventType: 'purchase',
    eventId: 'pur-1',
    position,
    request: { totalAmount: 20, user: { email: 'n•••@mailbox.example', firstName: 'N•••' } },
    masked: { fields: ['user.email', 'user.firstName'], canReveal, statuses: [] },
  }) as unknown as EventDetail;

const NONE: ReadonlySet<string> = new Set();

const Page = ({ detail }: { readonly detail: EventDetail }): ReactNode => {
  const { shown, reveal } = useRevealedEvent(detail);
  const facts = useMemo(() => factsOfRequest(shown?.request), [shown]);
  return (
    <RevealProvider value={reveal}>
      <FactsView facts={facts} read={NONE} lit={NONE} />
    </RevealProvider>
  );
};

const answering =
  (sent: unknown[]): Answer =>
  ({ method, path, body }) => {
    if (method !== 'POST') return {};
    sent.push([path.split('/events/')[1], body]);
    return { values: [{ path: 'user.email', steps: ['user', 'email'], value: 'nora@mailbox.example' }] };
  };

describe('masked facts of an event', () => {
  afterEach(cleanup);

  it('show a revealed value in its place, for the reason that was chosen', async () => {
    const sent: unknown[] = [];
    await renderConsole(<Page detail={masked(true)} />, { answer: answering(sent) });
    fireEvent.click(await screen.findByRole('button', { name: 'Reveal: E-mail' }));
    const form = await screen.findByRole('form', { name: 'Reveal personal fields' });
    fireEvent.change(within(form).getByRole('combobox', { name: 'Reason' }), { target: { value: 'answerCustomer' } });
    fireEvent.submit(form);
    expect(await screen.findByText('nora@mailbox.example')).toBeDefined();
    expect(screen.getByText('revealed')).toBeDefined();
    expect(screen.getByText('N•••')).toBeDefined();
    expect(screen.queryByRole('form')).toBeNull();
    expect(sent).toEqual([
      [
        `purchase/${TEST_ENVIRONMENT_ID}/pur-1/reveals`,
        { fields: ['user.email'], reason: 'answerCustomer', comment: '' },
      ],
    ]);
  });

  it('ask for all of them by key, want words for another reason, and close on Escape', async () => {
    const sent: unknown[] = [];
    await renderConsole(<Page detail={masked(true)} />, { answer: answering(sent) });
    fireEvent.keyDown(document.body, { key: 'v' });
    const form = await screen.findByRole('form', { name: 'Reveal personal fields' });
    fireEvent.change(within(form).getByRole('combobox', { name: 'Reason' }), { target: { value: 'other' } });
    fireEvent.submit(form);
    expect(sent).toEqual([]);
    fireEvent.change(within(form).getByRole('textbox'), { target: { value: 'Court order' } });
    fireEvent.submit(form);
    await screen.findByText('nora@mailbox.example');
    expect(sent).toMatchObject([
      [expect.any(String), { fields: ['user.email', 'user.firstName'], reason: 'other', comment: 'Court order' }],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Reveal: First name' }));
    fireEvent.keyDown(await screen.findByRole('form'), { key: 'Escape' });
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('have no eye for people who may not reveal', async () => {
    await renderConsole(<Page detail={masked(false)} />, { answer: answering([]) });
    expect(await screen.findByText('Personal fields are masked for your role.')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
