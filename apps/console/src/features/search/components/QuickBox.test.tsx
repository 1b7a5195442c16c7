import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderConsole } from '../../../testing/render-console.tsx';
import { QuickBox } from './QuickBox.tsx';

const match = (field: string, events: number, eventType = 'purchase') => ({
  eventType,
  field,
  events,
  newest: '2026-11-20T08:00:00.000Z',
  environmentId: null,
});

const show = async (matches: readonly unknown[]) => {
  const onFind = vi.fn();
  await renderConsole(<QuickBox includeChildren onFind={onFind} />, {
    answer: ({ path }) => (path.endsWith('/search/matches') ? { matches } : {}),
  });
  return { onFind, box: screen.getByRole('combobox', { name: /^Event id/ }) };
};

describe('the quick box', () => {
  afterEach(cleanup);

  it('offers what the text is in the events there are, and asks for those alone', async () => {
    const { onFind, box } = await show([match('userId', 14), match('deviceId', 2, 'accountLogin')]);
    fireEvent.change(box, { target: { value: ' cust-48213 ' } });
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'customer id cust-48213 Purchases · 14',
      'device cust-48213 Account logins · 2',
    ]);
    fireEvent.click(options[1] as Element);
    expect(onFind).toHaveBeenCalledExactlyOnceWith({
      eventType: 'accountLogin',
      includeChildren: true,
      range: { kind: 'preset', preset: '13mo' },
      filters: [{ field: 'deviceId', operator: 'is', values: ['cust-48213'] }],
      condition: '',
    });
  });

  it('waits for the answer on Enter and takes the first', async () => {
    const { onFind, box } = await show([match('userName', 100)]);
    fireEvent.change(box, { target: { value: 'Davor Kint' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(onFind).toHaveBeenCalledOnce());
    expect(onFind.mock.lastCall?.[0]).toMatchObject({
      filters: [{ field: 'userName', operator: 'startsWith', values: ['Davor Kint'] }],
    });
  });

  it('asks for a card by its first digits alone', async () => {
    const { onFind, box } = await show([match('cardNumberStart', 3)]);
    fireEvent.change(box, { target: { value: '4532 0112 8842 1111' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(onFind).toHaveBeenCalledOnce());
    expect(onFind.mock.lastCall?.[0]).toMatchObject({ filters: [{ values: ['45320112'] }] });
  });

  it('says that nothing has the text, and goes nowhere', async () => {
    const { onFind, box } = await show([]);
    fireEvent.change(box, { target: { value: 'nothing-has-this' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect((await screen.findByRole('option')).textContent).toBe(
      'No event of the last 13 months has “nothing-has-this”',
    );
    expect(onFind).not.toHaveBeenCalled();
  });
});
