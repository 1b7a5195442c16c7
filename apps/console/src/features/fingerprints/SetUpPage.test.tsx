import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, type RenderOptions } from '../../testing/render-console.tsx';
import { SetUpPage } from './SetUpPage.tsx';

const changed = { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' };
const host = { hostName: 'fpt.shop.example', changed, checkedAt: null, problem: null, certificateUntil: null };
const setUp = {
  instanceId: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51',
  status: 'None',
  host: null,
  sessions24h: 0,
  lastSessionAt: null,
  canWrite: false,
};

/** The origins that scripts of the page come from. */
const scriptOrigins = async (answer: object, options: RenderOptions = {}): Promise<readonly string[]> => {
  const { container } = await renderConsole(<SetUpPage />, { ...options, answer: () => answer });
  await screen.findAllByText(/mdt\.js/);
  return [...(container.textContent ?? '').matchAll(/src="([^"]*)\/mdt\.js/g)].map(([, origin]) => origin ?? '');
};

afterEach(cleanup);

describe('the set-up of device fingerprinting', () => {
  it('takes the script from the host of the frame, unless a sub-domain of the shop serves it', async () => {
    const fingerprintOrigin = 'https://fpt.redoubt.example';
    expect(await scriptOrigins(setUp, { fingerprintOrigin })).toEqual([fingerprintOrigin, fingerprintOrigin]);
  });

  it('takes it from the sub-domain that was verified', async () => {
    const options = { fingerprintOrigin: 'https://fpt.redoubt.example' };
    const own = 'https://fpt.shop.example';
    expect(await scriptOrigins({ ...setUp, host, status: 'Valid' }, options)).toEqual([own, own]);
  });

  it('points the sub-domain to the host of the frame', async () => {
    const answer = () => ({ ...setUp, host, status: 'Propagating' });
    await renderConsole(<SetUpPage />, { fingerprintOrigin: 'https://fpt.redoubt.example', answer });
    expect(await screen.findByText('fpt.shop.example. CNAME fpt.redoubt.example.')).toBeDefined();
  });

  it('takes it from the console where the frame has no host of its own', async () => {
    expect(await scriptOrigins(setUp)).toEqual([location.origin, location.origin]);
  });
});
