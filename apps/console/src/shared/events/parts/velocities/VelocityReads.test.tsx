import type { EventDetail, Me } from '@redoubt/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { VELOCITY_READ } from '../../../../testing/fixtures.ts';
import { renderConsole, testMe } from '../../../../testing/render-console.tsx';
import { VelocityReads } from './VelocityReads.tsx';

afterEach(cleanup);

const DETAIL = { velocities: [VELOCITY_READ] } as unknown as EventDetail;

const without = (capability: string): Me => {
  const me = testMe();
  return {
    ...me,
    environments: me.environments.map((each) => ({
      ...each,
      capabilities: Object.fromEntries(Object.entries(each.capabilities).filter(([name]) => name !== capability)),
    })),
  };
};

describe('the velocities of an event', () => {
  it('say that their value now needs a right, without asking for it', async () => {
    const asked: string[] = [];
    await renderConsole(<VelocityReads detail={DETAIL} />, {
      me: without('functionsAndVelocities'),
      answer: ({ path }) => {
        asked.push(path);
        return { value: 20 };
      },
    });
    expect(await screen.findByText('The value now needs the right to read velocities.')).toBeDefined();
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent.trim())).toEqual(['12', '–']);
    expect(asked).toEqual([]);
  });

  it('show it to people with the right, and no sentence', async () => {
    await renderConsole(<VelocityReads detail={DETAIL} />, { answer: () => ({ value: 20 }) });
    await waitFor(() =>
      expect(screen.getAllByRole('cell').map(({ textContent }) => textContent.trim())).toEqual(['12', '20']),
    );
    expect(screen.queryByText('The value now needs the right to read velocities.')).toBeNull();
  });
});
