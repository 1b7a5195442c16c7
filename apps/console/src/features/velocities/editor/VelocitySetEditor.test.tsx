import type { VelocitySetDetail, VelocitySymbolTable } from '@redoubt/contracts';
import { typeIntoEditor } from '@redoubt/fql-editor';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../../../testing/no-layout.ts';
import { NO_SYMBOLS } from '../../../testing/fixtures.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../../testing/render-console.tsx';
import { VelocitySetEditor } from './VelocitySetEditor.tsx';

const AT = '2026-11-20T08:12:00.000Z';
const SET_ID = '00000000-0000-4000-8000-000000000001';
const IDS = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002'] as const;
const SYMBOLS: VelocitySymbolTable = { ...NO_SYMBOLS, events: [] };

const counting = (name: string, key: string): string => `SELECT Count() AS ${name}\nFROM Purchase\nGROUPBY @"${key}"`;
const textOf = (orders: string, visits: string) => ({
  condition: '',
  velocities: [
    { id: IDS[0], code: counting('orders', orders) },
    { id: IDS[1], code: counting('visits', visits) },
  ],
  sampleEvent: 'purchase' as const,
  samplePayload: {},
});

const setOf = (version: string, draft: VelocitySetDetail['draft']): VelocitySetDetail => ({
  id: SET_ID,
  environmentId: TEST_ENVIRONMENT_ID,
  name: 'Spending',
  description: '',
  system: false,
  status: 'ActiveWithDraft',
  published: {
    ...textOf('user.userId', 'user.userId'),
    version: 3,
    published: { by: 'Priya Nandakumar', at: AT },
    note: '',
    start: 'fromNow',
    restores: null,
    functions: [],
  },
  draft,
  history: [{ version: 3, published: { by: 'Priya Nandakumar', at: AT }, note: '', restores: null }],
  usedBy: [],
  canWrite: true,
  version,
});
const draftOf = (text: ReturnType<typeof textOf>, by = 'Mara Lindqvist') => ({
  ...text,
  savedAt: AT,
  by,
  basedOnVersion: 3,
});

afterEach(cleanup);

test('a save that meets a newer set is merged where each changed another velocity', async () => {
  const writes: { readonly path: string; readonly body: unknown }[] = [];
  const opened = setOf('v1', draftOf(textOf('user.userId', 'user.userId')));
  let stored = setOf('v7', draftOf(textOf('user.userId', 'user.phoneNumber'), 'Tomas Berg'));
  const answer: Answer = ({ method, path, body }) => {
    if (method === 'PUT' && path.endsWith('/draft')) {
      const sent = body as { readonly version: string; readonly text: ReturnType<typeof textOf> };
      writes.push({ path, body });
      if (sent.version !== stored.version) {
        return Response.json({ code: 'VELOCITY-SET-STALE', correlationId: 'c', params: {} }, { status: 409 });
      }
      stored = setOf('v8', draftOf(sent.text));
      return stored;
    }
    return path.endsWith(`/${SET_ID}`) ? stored : new Response(null, { status: 404 });
  };
  const editor = <VelocitySetEditor set={opened} view={undefined} symbols={SYMBOLS} others={[]} />;
  await renderConsole(editor, { answer });
  const box = screen.getByRole('textbox', { name: /^Code of (?:\d+ )?orders$/ });
  act(() => typeIntoEditor(box, counting('orders', 'user.email')));
  fireEvent.click(await screen.findByRole('button', { name: 'Merge' }, { timeout: 15_000 }));
  const texts = await screen.findByRole('region', { name: 'Three texts to bring together' });
  expect(texts.textContent).toContain('user.phoneNumber');
  expect(texts.textContent).toContain('Nothing is left open');
  fireEvent.click(screen.getByRole('button', { name: 'Merge and go on' }));
  await waitFor(() => expect(stored.version).toBe('v8'), { timeout: 15_000 });
  expect(writes.at(-1)?.body).toMatchObject({
    version: 'v7',
    mergedWith: 3,
    text: { velocities: textOf('user.email', 'user.phoneNumber').velocities },
  });
});
