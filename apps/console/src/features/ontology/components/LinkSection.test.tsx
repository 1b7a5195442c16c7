import type { OntologyAttribute } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../../testing/render-console.tsx';
import { LinkSection } from './LinkSection.tsx';

const CARD: OntologyAttribute = {
  event: 'assessment-1',
  path: 'agent.card',
  type: 'string',
  source: 'custom',
  isSearchable: true,
  linkableAs: null,
  usedBy: [],
  sent: 0,
  sample: null,
  personalData: null,
  isInSchema: true,
  description: '',
  values: null,
  name: 'Card',
};
const MARKED = { ...CARD, linkableAs: 'attribute:Points.agent.card' };

const field = (path: string, more: object = {}) => ({
  path,
  friendlyName: '',
  type: 'string',
  sample: null,
  required: false,
  searchable: false,
  ...more,
});

/** Shows the section; writes are collected. */
const show = async (attribute: OntologyAttribute, detail: object = {}): Promise<unknown[]> => {
  const written: unknown[] = [];
  const stored = {
    kind: 'assessment-1',
    canWrite: true,
    version: '1',
    fields: [field('agent.card'), field('agent.shift')],
    features: { caseManagement: false, search: true, reporting: false },
    ...detail,
  };
  await renderConsole(<LinkSection attribute={attribute} />, {
    answer: ({ path, method, body }) => {
      if (path.endsWith('/assessments/assessment-1')) {
        if (method !== 'GET') written.push((body as { fields: unknown }).fields);
        return stored;
      }
      return { assessments: [] };
    },
  });
  return written;
};

describe('an attribute of an assessment', () => {
  afterEach(cleanup);

  it('is marked linkable where it stands, and searchable with it', async () => {
    const written = await show(CARD);
    fireEvent.click(await screen.findByRole('button', { name: 'Mark linkable' }));
    await waitFor(() =>
      expect(written).toEqual([[field('agent.card', { searchable: true, linkable: true }), field('agent.shift')]]),
    );
  });

  it('says how rules name it, and links no more after a question', async () => {
    const written = await show(MARKED, { fields: [field('agent.card', { searchable: true, linkable: true })] });
    expect(screen.getByText('attribute:Points.agent.card')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop linking' }));
    expect(written).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Stop linking' }));
    await waitFor(() => expect(written).toEqual([[field('agent.card', { searchable: true, linkable: false })]]));
  });

  it('offers no change to readers, nor while the search of the assessment is off', async () => {
    await show(CARD, { canWrite: false });
    expect(await screen.findByText(/changed in the root environment/)).toBeDefined();
    cleanup();
    await show(CARD, { features: { caseManagement: false, search: false, reporting: false } });
    expect(await screen.findByText(/search of the assessment is off/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says why it cannot be told who may change it, and asks again', async () => {
    let asked = 0;
    await renderConsole(<LinkSection attribute={MARKED} />, {
      answer: () => {
        asked += 1;
        return new Response(null, { status: 500 });
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked).toBe(2));
    expect(screen.getByText('attribute:Points.agent.card')).toBeDefined();
  });

  it.each([
    { ...CARD, event: 'purchase' as const },
    { ...CARD, type: 'integer' as const },
    { ...CARD, source: 'standard' as const },
  ])('that cannot link has no such part', async (attribute) => {
    await show(attribute);
    expect(screen.queryByText('Link events by it')).toBeNull();
  });
});
