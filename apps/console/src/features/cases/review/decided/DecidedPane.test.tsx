import type { CaseConsequence } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useCall } from '../../../../app/console-context.tsx';
import { supportValueQuery } from '../../../../shared/support-lists/support-lists.queries.ts';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../../../../testing/render-console.tsx';
import { testCase } from '../case-fixtures.ts';
import { DecidedPane } from './DecidedPane.tsx';

afterEach(cleanup);

const WAITING: CaseConsequence = {
  step: 'block',
  notBefore: '2026-11-23T09:00:00.000Z',
  sentAt: null,
  problem: null,
  result: null,
};
const SENT = { ...WAITING, sentAt: '2026-11-23T09:00:01.000Z', result: { outcome: 'ran', blocked: { email: 1 } } };

const Page = () => {
  const [isSent, setSent] = useState(false);
  const call = useCall();
  useQuery(supportValueQuery(call, TEST_ENVIRONMENT_ID, 'email', 'buyer@mailbox.example'));
  return (
    <>
      <button onClick={() => setSent(true)}>send</button>
      <DecidedPane
        of={{ ...testCase(1), environmentId: TEST_ENVIRONMENT_ID }}
        decisions={[]}
        consequences={[isSent ? SENT : WAITING]}
      />
    </>
  );
};

it('support lists on the page are read again once a block was sent', async () => {
  let reads = 0;
  await renderConsole(<Page />, {
    answer: ({ path }) => {
      if (!path.includes('/supportlists/')) return new Response(null, { status: 404 });
      reads += 1;
      return { current: null, earlier: [] };
    },
  });
  await screen.findByRole('region', { name: 'Decision' });
  await waitFor(() => expect(reads).toBe(1));
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  await waitFor(() => expect(reads).toBe(2));
});
