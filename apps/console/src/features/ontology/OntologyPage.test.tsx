import type { OntologyAttribute } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
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
