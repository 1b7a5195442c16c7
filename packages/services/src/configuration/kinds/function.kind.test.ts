import { expect, it } from 'vitest';
import { functionKind } from './function.kind.ts';

const reading = (name: string, code: string) => ({
  name,
  description: '',
  parameters: [],
  outputs: [{ name: 'output1', description: '', type: 'Double' as const, fallback: 0, code }],
  payload: {},
});
const orderOf = (...contents: readonly ReturnType<typeof reading>[]) =>
  functionKind.arrange?.(contents).map(({ name }) => name);

it('functions come after those they call, however the call is written', () => {
  expect(orderOf(reading('A', 'RETURN functions . b().output1'), reading('B', 'RETURN 1'))).toEqual(['B', 'A']);
});

it('functions that are only named in a comment or a constant stay where they are', () => {
  expect(orderOf(reading('A', 'RETURN 1 // like Functions.B()'), reading('B', 'RETURN 1'))).toEqual(['A', 'B']);
  expect(orderOf(reading('A', 'RETURN "Functions.B()".Length()'), reading('B', 'RETURN 1'))).toEqual(['A', 'B']);
});
