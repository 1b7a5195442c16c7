import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../../testing/render-console.tsx';
import { MapPart } from './MapPart.tsx';

afterEach(cleanup);

const EVENT = { eventType: 'purchase', eventEnvironmentId: TEST_ENVIRONMENT_ID, eventId: 'pur-1' };
const show = (places: readonly object[]) =>
  renderConsole(<MapPart event={EVENT} />, { answer: () => ({ places, data: ['DB-IP Lite 2026-11'] }) });

describe('the map of an event', () => {
  it('draws its places on shapes of the world, and says the same in words', async () => {
    const { container } = await show([
      { kind: 'shipping', country: 'NO', name: 'Bergen', point: null, at: null },
      {
        kind: 'ip',
        country: 'FR',
        name: 'Paris',
        point: { latitude: 48.9, longitude: 2.4 },
        at: '2026-11-20T12:00:00.000Z',
      },
      {
        kind: 'previous',
        country: 'DE',
        name: 'Berlin',
        point: { latitude: 52.5, longitude: 13.4 },
        at: '2026-11-20T11:00:00.000Z',
      },
    ]);
    const map = await screen.findByRole('img', { name: /Bergen, Norway.*Paris, France.*Berlin, Germany/ });
    expect(container.querySelectorAll('circle')).toHaveLength(3);
    expect(container.querySelectorAll('path[data-here]').length).toBe(3);
    expect(screen.getByText(/km\/h since the event before/).textContent).toMatch(/^87\d km · 87\d km\/h/);
    expect(screen.getByText(/from the middle of the country/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /DB-IP/ })).toBeTruthy();
    const world = map.getAttribute('viewBox');
    fireEvent.click(screen.getByRole('button', { name: 'Centre on Paris, France' }));
    expect(map.getAttribute('viewBox')).not.toBe(world);
    fireEvent.click(screen.getByRole('button', { name: 'Whole world' }));
    expect(map.getAttribute('viewBox')).toBe(world);
  });

  it('says that nothing is known', async () => {
    await show([]);
    expect(await screen.findByText(/names no address/)).toBeTruthy();
  });
});
