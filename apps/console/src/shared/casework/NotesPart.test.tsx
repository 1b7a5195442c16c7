import type { EventNote, EventNotes } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { NotesPart } from './NotesPart.tsx';

afterEach(cleanup);

const EVENT = { eventType: 'purchase', eventEnvironmentId: TEST_ENVIRONMENT_ID, eventId: 'pur-1' };
const NOOR = { id: 'u-2', name: 'Noor Haddad', username: 'noor@northfell.example' };

const note = (n: number, change: Partial<EventNote> = {}): EventNote => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  parentId: null,
  by: 'Ines Holm',
  own: true,
  at: '2026-11-20T12:44:57.000Z',
  editedAt: null,
  deletedBy: null,
  text: `note ${n}`,
  mentions: [],
  ...change,
});

const ALL: EventNotes = { notes: [], attachments: [], drafts: [], canWrite: true, canManage: false };

type Sent = { readonly method: string; readonly path: string; readonly body: unknown };

const show = async (found: Partial<EventNotes> = {}, answers: Answer = () => undefined) => {
  const sent: Sent[] = [];
  const answer: Answer = (request) => {
    const answered = answers(request);
    if (request.method !== 'GET')
      sent.push({ ...request, path: request.path.replace(/^.*\/events\/purchase\/[^/]+/, '') });
    if (answered !== undefined) return answered;
    if (request.path.includes('/mentionable')) return { people: [NOOR] };
    if (request.path.includes('/notedraft')) return { savedAt: '2026-11-20T12:44:57.000Z' };
    return { ...ALL, ...found };
  };
  const shown = await renderConsole(<NotesPart event={EVENT} />, { answer });
  await screen.findByRole('heading', { name: /Notes/ });
  return { ...shown, sent };
};

const typeNote = async (text: string): Promise<void> => {
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /New note/ });
  fireEvent.change(field, { target: { value: text } });
  field.setSelectionRange(text.length, text.length);
  fireEvent.select(field);
};

describe('notes of an event', () => {
  it('are published by Ctrl+Enter with the people they mention, chosen behind an at sign', async () => {
    const { sent } = await show({}, ({ method, path }) =>
      method === 'POST' && path.endsWith('/notes') ? { ...ALL, notes: [note(1)] } : undefined,
    );
    await typeNote('Ask @No');
    expect((await screen.findByRole('option', { name: /Noor Haddad/ })).getAttribute('aria-selected')).toBe('true');
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /New note/ });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(field.value).toBe('Ask @Noor Haddad ');
    expect(screen.queryByRole('option')).toBeNull();
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    await screen.findByText('note 1');
    expect(sent.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: '/pur-1/notes',
      body: { text: 'Ask @Noor Haddad', parentId: null, mentions: ['u-2'] },
    });
    expect(field.value).toBe('');
  });

  it('are published once by the button, too', async () => {
    const { sent } = await show({}, ({ method, path }) =>
      method === 'POST' && path.endsWith('/notes') ? { ...ALL, notes: [note(1)] } : undefined,
    );
    await typeNote('Called');
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByText('note 1');
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('come back as they were typed, also where they were left before typing rested', async () => {
    const { unmount, sent } = await show({ drafts: [{ place: 'new', text: 'Half a', savedAt: note(1).at }] });
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /New note/ });
    expect(field.value).toBe('Half a');
    await typeNote('Half a thought');
    unmount();
    await waitFor(() =>
      expect(sent).toEqual([
        { method: 'PUT', path: '/pur-1/notedraft', body: { place: 'new', text: 'Half a thought' } },
      ]),
    );
  });

  it('keep what is typed where publishing fails', async () => {
    const { sent } = await show({}, ({ method, path }) =>
      method === 'POST' && path.endsWith('/notes') ? new Response(null, { status: 503 }) : undefined,
    );
    await typeNote('Called');
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByRole('alert');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Called');
    expect(sent.some(({ method }) => method === 'POST')).toBe(true);
  });

  it('stand in threads; own ones can be changed, those of others answered', async () => {
    const theirs = note(1, { own: false, by: 'Noor Haddad', text: 'see https://shop.example/order.' });
    const answer = note(2, { parentId: theirs.id });
    const gone = note(3, { deletedBy: 'Mara Lindqvist', text: '' });
    await show({ notes: [theirs, answer, gone] });
    const link = await screen.findByRole('link', { name: 'https://shop.example/order' });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow']);
    const thread = link.closest('li') as HTMLElement;
    expect(within(thread).getAllByRole('button', { name: 'Reply' })).toHaveLength(2);
    expect(within(thread).getAllByRole('button', { name: 'Edit' })).toHaveLength(1);
    expect(screen.getByText('Mara Lindqvist deleted this note.')).toBeTruthy();
  });

  it('offer nothing to write to those who only read', async () => {
    await show({ notes: [note(1)], canWrite: false });
    await screen.findByText('note 1');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('files of an event', () => {
  const file = {
    id: note(9).id,
    name: 'scan.pdf',
    bytes: 120_000,
    sha256: 'ab',
    by: 'Ines Holm',
    own: true,
    at: note(9).at,
  };

  it('are sent as they are, and deleted by their owner', async () => {
    const { container, sent } = await show({}, ({ method, path }) =>
      method === 'POST' && path.includes('/attachments') ? { ...ALL, attachments: [file] } : undefined,
    );
    await screen.findByRole('button', { name: /Attach a file \(at most 10/ });
    const picker = container.querySelector('input[type=file]') as HTMLInputElement;
    fireEvent.change(picker, { target: { files: [new File(['abc'], 'scan.pdf')] } });
    await screen.findByRole('button', { name: 'scan.pdf' });
    expect(sent.at(-1)?.path).toBe('/pur-1/attachments?name=scan.pdf');
    fireEvent.click(screen.getByRole('button', { name: 'Delete scan.pdf' }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: `/pur-1/attachments/${file.id}` }));
  });
});
