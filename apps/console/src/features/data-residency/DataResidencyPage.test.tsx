import type { DataResidency } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import '../../testing/no-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { DataResidencyPage } from './DataResidencyPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const DETAIL: DataResidency = {
  geography: { code: 'EU', friendlyName: 'Europe' },
  own: { geographies: [], destinations: [{ kind: 'download', name: '', geography: 'EU' }] },
  above: [
    {
      environmentId: '0f0f0f0f-0000-4000-8000-000000000002',
      name: 'Root',
      geographies: ['UK'],
      destinations: [{ kind: 'mail', name: 'partner.example', geography: 'UK' }],
    },
  ],
  refused: [{ kind: 'host', name: 'events.example.com' }],
  changed: { by: 'Mara Lindqvist', at: '2026-03-14T10:00:00.000Z' },
  version: '1',
  canWrite: true,
};

const show = async (detail: DataResidency = DETAIL) => {
  const sent: unknown[] = [];
  const answer: Answer = ({ method, body }) => {
    if (method === 'PUT') sent.push(body);
    return detail;
  };
  await renderConsole(<DataResidencyPage />, { address: '/adminsettings/data-residency', answer });
  await screen.findByRole('table', { name: 'Where destinations are' });
  return sent;
};

describe('where data may leave to', () => {
  it('is chosen by codes, and what would be refused is registered with one click', async () => {
    const sent = await show();
    fireEvent.change(screen.getByRole('textbox', { name: 'And to' }), { target: { value: 'UK, CH' } });
    fireEvent.click(screen.getByRole('button', { name: 'Register events.example.com' }));
    const geography = screen.getAllByRole('textbox', { name: 'Geography' }).at(-1) as HTMLElement;
    fireEvent.change(geography, { target: { value: 'CH' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      version: '1',
      geographies: ['UK', 'CH'],
      destinations: [
        { kind: 'download', name: '', geography: 'EU' },
        { kind: 'host', name: 'events.example.com', geography: 'CH' },
      ],
    });
  });

  it('is not saved with a destination that has no name', async () => {
    await show({ ...DETAIL, refused: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Add destination' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true'),
    );
  });

  it('shows rules of the environments above, and is only read by others', async () => {
    await show({ ...DETAIL, canWrite: false });
    expect(screen.getByRole('row', { name: 'Root Own geography and UK partner.example: UK' })).toBeTruthy();
    for (const name of ['Save', 'Add destination', 'Remove']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
