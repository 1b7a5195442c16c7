import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../../testing/render-console.tsx';
import { MapPart } from './MapPart.tsx';

afterEach(cleanup);
// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

const EVENT = { eventType: 'purchase', eventEnvironmentId: TEST_ENVIRONMENT_ID, eventId: 'pur-1' };
const show = (places: readonly object[]) =>
  renderConsole(<MapPart event={EVENT} />, { answer: () => ({ places, data: ['DB-IP Lite 2026-11'] }) });

describe('the map of an event', () => {
  it('draws its places on shapes of the world, and says the same in words', async () => {
    const { container } = await show([
      { kind: 'shipping', country: 'NO', name: 'Bergen', region: '', point: null, at: null },
      {
        kind: 'ip',
        country: 'FR',
        name: 'Paris',
        region: '',
        point: { latitude: 48.9, longitude: 2.4 },
        at: '2026-11-20T12:00:00.000Z',
      },
      {
        kind: 'previous',
        country: 'DE',
        name: 'Berlin',
        region: '',
        point: { latitude: 52.5, longitude: 13.4 },
        at: '2026-11-20T11:00:00.000Z',
      },
    ]);
    const map = await screen.findByRole('img', { name: /Bergen, Norway.*Paris, France.*Berlin, Germany/ });
    expect(container.querySelectorAll('path[data-kind]')).toHaveLength(3);
    expect(container.querySelectorAll('path[data-here]').length).toBe(3);
    expect(screen.getByText(/km\/h since the event before/).textContent).toMatch(/^87\d km · 87\d km\/h/);
    expect(screen.getByText(/about [\d,]+ km, at least [\d,]+ km/)).toBeTruthy();
    expect(screen.getByText('country only')).toBeTruthy();
    expect(screen.getByRole('link', { name: /DB-IP/ })).toBeTruthy();
    const all = map.getAttribute('viewBox');
    fireEvent.click(screen.getByRole('button', { name: 'Centre on Paris, France' }));
    const near = map.getAttribute('viewBox');
    expect(near).not.toBe(all);
    fireEvent.click(screen.getByRole('button', { name: 'Whole world' }));
    expect([all, near]).not.toContain(map.getAttribute('viewBox'));
    expect(map.getAttribute('viewBox')).toBe('0 5 360 145');
  });

  it('shows the region of an address, and says how far it may be from another', async () => {
    const address = { country: 'DE', point: null, at: null };
    const { container } = await show([
      { ...address, kind: 'shipping', name: 'Hamburg', region: 'DE-HH' },
      { ...address, kind: 'billing', name: 'München, Bayern', region: 'Bayern' },
    ]);
    const map = await screen.findByRole('img', { name: /Hamburg, Germany/ });
    expect(container.querySelectorAll('path[data-precision="region"]')).toHaveLength(2);
    expect(screen.getByText(/about [56]\d\d km, at least [2-4]\d\d km/)).toBeTruthy();
    expect(screen.getByText('Bayern')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Whole world' }));
    expect(screen.queryByText('Bayern')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Centre on Hamburg, Germany' }));
    expect([...map.querySelectorAll('title')].map(({ textContent }) => textContent)).toContain('Bayern');
  });

  it('moves by keys, and is maximised until it is closed', async () => {
    await show([{ kind: 'shipping', country: 'NO', name: 'Bergen', region: '', point: null, at: null }]);
    const map = await screen.findByRole('img', { name: /Bergen/ });
    const world = '0 5 360 145';
    expect(map.getAttribute('viewBox')).not.toBe(world);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Zoom in' }), { key: '+' });
    const near = map.getAttribute('viewBox');
    expect(near).not.toBe(world);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Zoom in' }), { key: 'ArrowLeft' });
    expect(map.getAttribute('viewBox')).not.toBe(near);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Zoom in' }), { key: '0' });
    expect(map.getAttribute('viewBox')).toBe(world);
    fireEvent.click(screen.getByRole('button', { name: 'Maximize' }));
    const dialog = screen.getByRole('dialog', { name: 'Map' });
    expect(within(dialog).getByRole('img', { name: /Bergen/ })).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that nothing is known', async () => {
    await show([]);
    expect(await screen.findByText(/names no address/)).toBeTruthy();
  });

  it('shows all places in one view where there is little room', async () => {
    await renderConsole(<MapPart event={EVENT} isCompact />, {
      answer: () => ({
        places: [
          { kind: 'shipping', country: 'NO', name: 'Bergen', region: '', point: null, at: null },
          { kind: 'ip', country: 'FR', name: 'Paris', region: '', point: { latitude: 48.9, longitude: 2.4 }, at: null },
        ],
        data: [],
      }),
    });
    const [x = 0, y = 0, width = 0, height = 0] = (
      (await screen.findByRole('img', { name: /Bergen, Norway.*Paris, France/ })).getAttribute('viewBox') ?? ''
    )
      .split(' ')
      .map(Number);
    expect(width).toBeLessThan(180);
    const paris = { x: 180 + 2.4, y: 90 - 48.9 };
    expect(paris.x > x && paris.x < x + width && paris.y > y && paris.y < y + height).toBe(true);
    expect(screen.queryByRole('list', { name: 'Places' })).toBeNull();
    expect(screen.getByRole('list', { name: 'Distances' })).toBeTruthy();
  });
});
