import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderConsole, testMe } from '../../testing/render-console.tsx';
import { EnvironmentPanel } from './EnvironmentPanel.tsx';

afterEach(cleanup);

const person = () => {
  const me = testMe();
  const [root] = me.environments;
  if (!root) throw new Error('a person has an environment');
  const child = (id: string, name: string, change: object = {}) => ({
    ...root,
    id,
    name,
    parentId: root.id,
    ...change,
  });
  return testMe({
    environments: [
      root,
      child('7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c02', 'Europe', {
        geography: { code: 'eu', friendlyName: 'Western Europe' },
      }),
      child('7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c03', 'Asia', { status: 'Creating' }),
      child('7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c04', 'Partner', { hasAccess: false }),
    ],
  });
};

describe('the environment switcher', () => {
  it('lists the whole tree and says why one cannot be opened', async () => {
    await renderConsole(<EnvironmentPanel trigger={{ current: null }} onClose={() => undefined} />, { me: person() });
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent?.replace(/\s+/g, ' ').trim());
    expect(rows).toEqual(['Production', 'Asia Creating', 'Europe Western Europe', 'Partner no access']);
    expect(screen.getByRole('button', { name: 'Asia Creating' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('button', { name: 'Europe Western Europe' }).getAttribute('aria-disabled')).toBeNull();
  });

  it('does nothing for one that cannot be opened', async () => {
    const done = vi.fn();
    await renderConsole(<EnvironmentPanel trigger={{ current: null }} onClose={done} />, { me: person() });
    fireEvent.click(screen.getByRole('button', { name: 'Partner no access' }));
    expect(done).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Europe Western Europe' }));
    expect(done).toHaveBeenCalledOnce();
  });

  it('asks the server for what the console was not given at its start, page by page and by words', async () => {
    const some = person();
    const [root] = some.environments;
    if (!root) throw new Error('a person has an environment');
    const { roles, capabilities, ...plain } = root;
    const row = (number: number, name: string) => ({
      ...plain,
      id: `7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7d0${number}`,
      name,
      parentId: null,
      depth: 0,
      rights: 0,
    });
    const asked: string[] = [];
    const answer = ({ path }: { readonly path: string }) => {
      const query = new URL(path, 'http://localhost').searchParams;
      asked.push(query.toString());
      const rows = query.has('find')
        ? [row(3, 'Norway')]
        : query.has('cursor')
          ? [row(2, 'Denmark')]
          : [row(1, 'Austria'), { ...row(4, 'Belgium'), status: 'SoftDeleting' }];
      const nextCursor = query.size === 0 ? row(1, '').id : null;
      return { environments: rows, rights: [{ roles, capabilities }], total: rows.length + 1, nextCursor };
    };
    const done = vi.fn();
    await renderConsole(<EnvironmentPanel trigger={{ current: null }} onClose={done} />, {
      me: { ...some, environmentCount: 900 },
      answer,
    });
    expect(screen.getByRole('status')).toBeTruthy();
    await screen.findByRole('button', { name: 'Austria' });
    expect(screen.queryByText('Belgium')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('button', { name: 'Denmark' });
    const box = screen.getByRole('textbox', { name: 'Find an environment' });
    fireEvent.change(box, { target: { value: 'nor' } });
    // The rows are not yet those of the words.
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(done).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole('button', { name: 'Norway' }));
    expect(done).toHaveBeenCalledOnce();
    expect(asked).toEqual(['', `cursor=${row(1, '').id}`, 'find=nor']);
  });

  it('finds environments by name', async () => {
    await renderConsole(<EnvironmentPanel trigger={{ current: null }} onClose={() => undefined} />, {
      me: person(),
      language: 'de-DE',
    });
    fireEvent.change(screen.getByRole('textbox', { name: 'Umgebung suchen' }), { target: { value: 'eur' } });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: '1 Umgebung' })).toBeTruthy();
  });
});
