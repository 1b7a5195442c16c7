import { expect, it } from 'vitest';
import { withRevealed } from './revealed-values.ts';

const request = { user: { email: 'n•••@x.example' }, cards: [{ holder: 'A•••' }, { holder: 'B•••' }] };

it('puts each value where its mask stands, and nothing where there is no such place', () => {
  const shown = withRevealed(request, [
    { path: 'user.email', steps: ['user', 'email'], value: 'nora@x.example' },
    { path: 'cards.holder', steps: ['cards', 1, 'holder'], value: 'Bea' },
    { path: 'gone.name', steps: ['gone', 'name'], value: 'Cid' },
  ]);
  expect(shown).toEqual({ user: { email: 'nora@x.example' }, cards: [{ holder: 'A•••' }, { holder: 'Bea' }] });
  expect(request.user.email).toBe('n•••@x.example');
});
