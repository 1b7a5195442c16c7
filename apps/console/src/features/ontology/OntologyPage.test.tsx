import type { OntologyAttribute } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RUNNING_FILL } from '../../testing/fixtures.ts';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { OntologyPage } from './OntologyPage.tsx';

const ONTOLOGY = {
  entities: [
    { id: 'user', group: 'thing', name: null, attributes: 2 },
    { id: 'purchase', group: 'event', name: null, attributes: 2 },
    { id: 'assessment-1', group: 'assessment', name: 'Points redemption', attributes: 1 },
  ],
  relations: [
    { from: 'purchase', to: 'user', type: 'has' },
    { from: 'chargeback', to: 'purchase', type: 'about' },
  ],
};

const EMAIL: OntologyAttribute = {
  event: 'purchase',
  path: 'user.email',
  name: '',
  type: 'string',
  values: null,
  source: 'standard',
  description: 'Where to write to.',
  isSearchable: true,
  linkableAs: null,
  isInSchema: true,
  personalData: 'contact',
  sample: 'xxxx@xxxxx.xxx',
  sent: 3,
  usedBy: [
    { kind: 'rule', id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c02', name: 'Throw-away mail', assessment: 'purchase' },
  ],
};
const ATTRIBUTES = {
  attributes: [EMAIL, { ...EMAIL, path: 'customData.basket', source: 'custom', usedBy: [], personalData: null }],
  looked: [{ event: 'purchase', events: 4 }],
};

const show = () =>
  renderConsole(<OntologyPage />, {
    answer: ({ path }) => (path.includes('/graph/ontology') ? ONTOLOGY : ATTRIBUTES),
  });

const TIER: OntologyAttribute = {
  ...EMAIL,
  path: 'customData.tier',
  source: 'custom',
  isSearchable: false,
  isInSchema: false,
  personalData: null,
  description: '',
  usedBy: [],
};
const KEPT = { id: 'a1', isHere: true, made: { by: 'Priya', at: '2026-11-21T14:32:05.000Z' } };

describe('an attribute that can be searched by', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  const open = async (kept: object | null, asked: unknown[] = [], canWrite = true) => {
    const searchable =
      kept === null
        ? []
        : [{ eventType: 'purchase', field: 'own:customData.tier', path: TIER.path, name: '', type: 'string', kept }];
    await renderConsole(<OntologyPage />, {
      address: '/?attribute=purchase%20customData.tier',
      answer: ({ path, body, method }) => {
        if (path.includes('/search/attributes')) {
          if (method !== 'GET') asked.push({ method, path: path.replace(/.*attributes/, ''), body });
          return { attributes: searchable, canWrite };
        }
        if (path.includes('/graph/ontology')) return ONTOLOGY;
        return { ...ATTRIBUTES, attributes: [{ ...TIER, isSearchable: kept !== null }] };
      },
    });
    return within(await screen.findByRole('complementary', { name: TIER.path }));
  };

  it('is made searchable where it stands, with the type it was seen with and stored events', async () => {
    const asked: unknown[] = [];
    const panel = await open(null, asked);
    fireEvent.click(await panel.findByRole('button', { name: 'Make searchable' }));
    await waitFor(() =>
      expect(asked).toEqual([
        {
          method: 'POST',
          path: '',
          body: { eventType: 'purchase', path: 'customData.tier', type: 'string', fill: true },
        },
      ]),
    );
  });

  it('is looked for in stored events of a defined assessment, whose schema makes it searchable', async () => {
    const asked: unknown[] = [];
    const eventType = 'assessment-1';
    const own = { eventType, field: `own:${TIER.path}`, path: TIER.path, name: '', type: 'string', kept: null };
    await renderConsole(<OntologyPage />, {
      address: `/?entity=${eventType}&attribute=${eventType}%20${TIER.path}`,
      answer: ({ path, body, method }) => {
        if (path.includes('/search/')) {
          if (method !== 'GET') asked.push({ path: path.replace(/.*search/, ''), body });
          return { attributes: [{ ...own, canFill: true }], observations: [], canWrite: true };
        }
        if (path.includes('/graph/ontology')) return ONTOLOGY;
        if (path.includes('/assessments/')) return { fields: [] };
        return { ...ATTRIBUTES, attributes: [{ ...TIER, event: eventType, isSearchable: true }] };
      },
    });
    const panel = within(await screen.findByRole('complementary', { name: TIER.path }));
    expect(await panel.findByText(/^The schema of the assessment makes it searchable/)).toBeDefined();
    fireEvent.click(panel.getByRole('button', { name: 'Look through stored events' }));
    await waitFor(() => expect(asked).toEqual([{ path: '/fields/backfill', body: { eventType, path: TIER.path } }]));
    expect(panel.queryByRole('button', { name: 'End search by it' })).toBeNull();
  });

  it('shows how far stored events are, and is cancelled or ended after a question', async () => {
    const asked: unknown[] = [];
    const panel = await open({ ...KEPT, work: RUNNING_FILL }, asked);
    expect(await panel.findByText('Events: 40 of 100')).toBeDefined();
    fireEvent.click(panel.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(asked).toMatchObject([{ path: '/a1/backfill/cancel' }]));
    fireEvent.click(panel.getByRole('button', { name: 'End search by it' }));
    expect(asked.length).toBe(1);
    fireEvent.click(within(panel.getByRole('alertdialog')).getByRole('button', { name: 'End search by it' }));
    await waitFor(() => expect(asked).toMatchObject([{}, { method: 'DELETE', path: '/a1' }]));
  });

  it('says how it failed, and what is done elsewhere or being undone', async () => {
    const failed = await open({ ...KEPT, work: { ...RUNNING_FILL, status: 'failed', problem: 'SRV-INTERNAL' } });
    expect(await failed.findByText('Stored events could not be looked through')).toBeDefined();
    expect(failed.getByRole('button', { name: 'Look through stored events' })).toBeDefined();
    cleanup();
    const elsewhere = await open({ ...KEPT, isHere: false, work: { ...RUNNING_FILL, status: 'done' } });
    expect(await elsewhere.findByText(/An environment above or below/)).toBeDefined();
    expect(elsewhere.queryByRole('button', { name: 'End search by it' })).toBe(null);
    cleanup();
    const removing = await open({ ...KEPT, work: { ...RUNNING_FILL, task: 'remove' } });
    expect(await removing.findByText(/its values are being removed/)).toBeDefined();
  });

  it('is taken away anew where that failed', async () => {
    const asked: unknown[] = [];
    const work = { ...RUNNING_FILL, task: 'remove', status: 'failed', problem: 'SRV-INTERNAL' };
    const panel = await open({ ...KEPT, work }, asked);
    expect(await panel.findByRole('alert')).toBeDefined();
    expect(panel.queryByText(/its values are being removed/)).toBe(null);
    fireEvent.click(panel.getByRole('button', { name: 'End search by it' }));
    await waitFor(() => expect(asked).toMatchObject([{ method: 'DELETE', path: '/a1' }]));
  });

  it('offers no change without the permission', async () => {
    const panel = await open(null, [], false);
    expect(panel.queryByRole('button', { name: 'Make searchable' })).toBe(null);
  });
});

describe('the ontology', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('shows kinds, relations and attributes, and of one how often it is sent and what reads it', async () => {
    await show();
    const kinds = await screen.findByRole('navigation', { name: 'Kinds' });
    expect(within(kinds).getByRole('link', { name: /Points redemption/ })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Chargeback' })).toBeDefined();
    fireEvent.click(await screen.findByText('user.email'));
    const panel = await screen.findByRole('complementary', { name: 'user.email' });
    expect(within(panel).getByText('@"user.email"')).toBeDefined();
    expect(within(panel).getByText('3 of the newest 4')).toBeDefined();
    expect(within(panel).getByRole('link', { name: 'Throw-away mail' })).toBeDefined();
  });

  it('counts what the tree counts, and says apart what was only sent', async () => {
    const answers = {
      ...ATTRIBUTES,
      attributes: [...ATTRIBUTES.attributes, { ...EMAIL, path: 'gift', source: 'sent', isInSchema: false }],
    };
    await renderConsole(<OntologyPage />, {
      answer: ({ path }) => (path.includes('/graph/ontology') ? ONTOLOGY : answers),
    });
    const kinds = await screen.findByRole('navigation', { name: 'Kinds' });
    expect(within(kinds).getByRole('link', { name: /Purchase/ }).textContent).toBe('Purchase2');
    expect(await screen.findByText('2 attributes')).toBeDefined();
    expect(screen.getByText(/and 1 that was sent without being in the schema/)).toBeDefined();
  });

  it('is narrowed to attributes of one’s own, and says so where none matches', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Of your own' }));
    expect(await screen.findByText('1 attribute')).toBeDefined();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nowhere' } });
    expect(await screen.findByText('No attribute matches')).toBeDefined();
  });
});
