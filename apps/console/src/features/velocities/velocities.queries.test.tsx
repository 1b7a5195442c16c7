import type { VelocitySetSummary } from '@redoubt/contracts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { freeRuleName } from '../../shared/authoring/text/rule-name.ts';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../../testing/render-console.tsx';
import { newEditedVelocitySet } from './text/new-velocity-set.ts';
import { useVelocitySetListMutations } from './velocities.queries.ts';

const Begin = () => {
  const { create } = useVelocitySetListMutations(TEST_ENVIRONMENT_ID);
  const text = newEditedVelocitySet([], () => 'v-1');
  const nameAmong = (sets: readonly VelocitySetSummary[]) => freeRuleName(sets, (index) => `Set ${index}`);
  return (
    <button type="button" onClick={() => create.mutate({ nameAmong, text })}>
      {create.status}
    </button>
  );
};

describe('a new velocity set', () => {
  afterEach(cleanup);

  it('takes the next name where another person took the first one meanwhile', async () => {
    const sets = ['Set 1'];
    const asked: string[] = [];
    await renderConsole(<Begin />, {
      answer: ({ method, body }) => {
        if (method === 'GET') return { published: [], system: [], drafts: sets.map((name) => ({ name })) };
        const { name } = body as { readonly name: string };
        asked.push(name);
        if (asked.length > 1) return { id: 'set-3' };
        sets.push(name);
        return Response.json({ code: 'VELOCITY-SET-NAME-TAKEN', params: { name } }, { status: 409 });
      },
    });
    fireEvent.click(screen.getByText('idle'));
    await screen.findByText('success');
    expect(asked).toEqual(['Set 2', 'Set 3']);
  });

  it('tells the refusal where it is about anything else', async () => {
    let asked = 0;
    await renderConsole(<Begin />, {
      answer: ({ method }) => {
        if (method === 'GET') return { published: [], system: [], drafts: [] };
        asked += 1;
        return Response.json({ code: 'VELOCITY-SET-NAME-INVALID' }, { status: 400 });
      },
    });
    fireEvent.click(screen.getByText('idle'));
    await screen.findByText('error');
    expect(asked).toBe(1);
  });
});
