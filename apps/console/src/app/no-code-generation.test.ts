import './no-code-generation.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';

test('the library of schemas makes no code from text', () => {
  expect(z.config()).toMatchObject({ jitless: true });
});
