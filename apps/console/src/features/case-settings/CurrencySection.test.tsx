import type { CurrencyDetail } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import '../../testing/no-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { CurrencySection } from './components/CurrencySection.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const DETAIL: CurrencyDetail = {
  root: { id: '0f0f0f0f-0000-4000-8000-000000000001', name: 'Production', isHere: true },
  currency: 'SEK',
  maxAgeDays: 7,
  changed: null,
  version: '1',
  canWrite: true,
  pairs: [{ base: 'EUR', quote: 'SEK', days: 2, from: '2026-03-11', to: '2026-03-13', rate: 11.4 }],
  current: [
    { currency: 'EUR', rate: 11.4, day: '2026-03-13' },
    { currency: 'NOK', rate: null, day: null },
  ],
  gaps: ['2026-03-12'],
  files: [
    {
      id: '0f0f0f0f-0000-4000-8000-000000000002',
      name: 'eurofxref.csv',
      layout: 'ecb',
      rates: 2,
      added: 2,
      changed: 0,
      standing: 2,
      from: '2026-03-11',
      to: '2026-03-13',
      uploaded: { by: 'Mara Lindqvist', at: '2026-03-14T10:00:00.000Z' },
    },
  ],
};

const show = async (detail: CurrencyDetail = DETAIL, refusal?: object) => {
  const sent: { readonly path: string; readonly method: string }[] = [];
  const answer: Answer = ({ path, method }) => {
    sent.push({ path, method });
    if (path.includes('/history')) return { into: 'SEK', points: [{ day: '2026-03-13', rate: 11.4 }] };
    if (method === 'POST' && refusal) return Response.json(refusal, { status: 422 });
    return detail;
  };
  await renderConsole(<CurrencySection detail={detail} />, { address: '/adminsettings/configuration', answer });
  return sent;
};

describe('the currency and its rates', () => {
  it('shows what one unit is worth, and what has no rate that is new enough', async () => {
    await show();
    const rates = screen.getByRole('table', { name: 'What one unit is worth in SEK' });
    expect(within(rates).getByRole('row', { name: /^EUR 11.4 2026-03-13/ })).toBeTruthy();
    expect(within(rates).getByRole('row', { name: /^NOK – none new enough/ })).toBeTruthy();
    expect(screen.getByText('Weekdays of the last year without a rate: 1. The newest: 2026-03-12.')).toBeTruthy();
  });

  it('takes three letters or none', async () => {
    await show();
    const code = screen.getByRole('textbox', { name: 'Currency that amounts are converted to' });
    const save = () => screen.getByRole('button', { name: 'Save' });
    expect(save().getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(code, { target: { value: 'eu' } });
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
    fireEvent.change(code, { target: { value: 'eur' } });
    expect((code as HTMLInputElement).value).toBe('EUR');
    await waitFor(() => expect(save().getAttribute('aria-disabled')).not.toBe('true'));
  });

  it('names the lines of a file that are wrong', async () => {
    await show(DETAIL, {
      type: 'urn:redoubt:error:RATE-FILE-INVALID',
      title: 'RATE-FILE-INVALID',
      status: 422,
      code: 'RATE-FILE-INVALID',
      params: { count: 1 },
      problems: [{ path: 'line 3', message: '“x” is no day.' }],
    });
    const file = new File(['date,base,quote,rate\n'], 'rates.csv', { type: 'text/csv' });
    fireEvent.change(screen.getByLabelText('Upload rates', { selector: 'input' }), { target: { files: [file] } });
    expect(await screen.findByText('Line 3: “x” is no day.')).toBeTruthy();
  });

  it('asks before the rates of a file go', async () => {
    const sent = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.getByText('Remove the rates of eurofxref.csv?')).toBeTruthy();
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    fireEvent.click(screen.getAllByRole('button', { name: 'Remove' }).at(-1) as HTMLElement);
    await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });

  it('is only read below the root', async () => {
    await show({ ...DETAIL, canWrite: false, root: { ...DETAIL.root, isHere: false } });
    expect(screen.getByText('The currency is chosen in the root environment Production.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Upload rates' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });
});
