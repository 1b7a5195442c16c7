import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../../../testing/render-console.tsx';
import { SamplePane } from './SamplePane.tsx';

const row = (id: string, userName: string) => ({
  environmentId: TEST_ENVIRONMENT_ID,
  eventType: 'purchase',
  eventId: id,
  eventTime: '2026-11-20T08:00:00.000Z',
  receivedAt: '2026-11-20T08:00:00.000Z',
  decision: 'Approve',
  userName,
  amount: 12,
  currency: 'EUR',
});

const ORIGINAL = { totalAmount: 1 };

const Pane = () => {
  const [sample, setSample] = useState<unknown>(ORIGINAL);
  const [picking, setPicking] = useState(true);
  return (
    <SamplePane
      sample={sample}
      original={ORIGINAL}
      used={['totalAmount']}
      readOnly={false}
      onChange={setSample}
      onBroken={() => undefined}
      picking={picking}
      onPick={setPicking}
    />
  );
};

const show = () =>
  renderConsole(<Pane />, {
    address: '/fraud/purchase/rules',
    answer: ({ path }) =>
      path.includes('/search/events')
        ? { rows: [row('pur-1', 'Davor Kint'), row('pur-2', 'Lena Aurich')], nextCursor: null, asOf: '' }
        : { request: { totalAmount: path.includes('pur-2') ? 222 : 111 } },
  });

describe('the picker of real events', () => {
  afterEach(cleanup);

  test('is gone through by arrows, and Enter in its field takes the first event', async () => {
    await show();
    const first = await screen.findByRole('button', { name: 'Use pur-1' });
    const field = screen.getByRole('textbox', { name: /^Event id/ });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use pur-2' }));
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp' });
    fireEvent.keyDown(first, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(field);
    fireEvent.submit(field);
    expect(await screen.findByText('From the event pur-1, Davor Kint')).toBeTruthy();
  });

  test('names the event the sample came from, until it is reverted', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Use pur-2' }));
    expect(await screen.findByText('From the event pur-2, Lena Aurich')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Value of totalAmount' }), { target: { value: '5' } });
    expect(await screen.findByText('From the event pur-2, Lena Aurich, edited since')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Revert' }));
    await waitFor(() => expect(screen.queryByText(/From the event/)).toBeNull());
  });
});
