import {
  assignApplicationRoles,
  deleteList,
  getApplicationAccess,
  getLists,
  getListVersions,
  previewList,
} from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useCall, useEnvironment } from '../app/console-context.tsx';
import { renderConsole } from '../testing/render-console.tsx';
import { read, readPages } from './read.ts';
import { useWrite, type WriteOptions } from './use-write.ts';

const toOne = (listId: string) => ({ params: { listId }, query: { version: '1' } });

const Lists = ({ options }: { readonly options?: WriteOptions<typeof deleteList> }) => {
  const call = useCall();
  const params = { environmentId: useEnvironment().id };
  useQuery(read(call, getLists, { params }));
  useQuery(read(call, getApplicationAccess, { params }));
  const remove = useWrite(deleteList, toOne, options);
  const preview = useWrite(previewList, (body: string) => ({ query: { as: 'content' as const }, body }), {
    changes: 'nothing',
  });
  return (
    <>
      <button onClick={() => remove.mutate('l-1')}>Remove</button>
      <button onClick={() => preview.mutate('a')}>Preview</button>
      <p>{remove.status}</p>
    </>
  );
};

const Access = () => {
  const call = useCall();
  const query = useQuery(read(call, getApplicationAccess, { params: { environmentId: useEnvironment().id } }));
  const assign = useWrite(
    assignApplicationRoles,
    (applicationId: string) => ({ params: { applicationId }, body: { roles: [], version: null } as never }),
    { answers: { read: getApplicationAccess } },
  );
  return (
    <>
      <button onClick={() => assign.mutate('a-1')}>{JSON.stringify(query.data)}</button>
      <button onClick={() => void query.refetch()}>Look again</button>
    </>
  );
};

/** Counts reads by the last part of their address; writes are answered by `write`. */
const counting = (write: () => unknown) => {
  const reads: string[] = [];
  return {
    count: (name: string): number => reads.filter((each) => each === name).length,
    answer: ({ method, path }: { readonly method: string; readonly path: string }): unknown => {
      if (method !== 'GET') return write();
      reads.push(path.split('/').at(-1) ?? '');
      return { read: reads.length };
    },
  };
};

const nothing = (): Response => new Response(null, { status: 204 });
const refusal = (): Response => Response.json({ code: 'LIST-STALE' }, { status: 409 });

describe('a write', () => {
  afterEach(cleanup);

  it('has the reads of its own family made again, and no others', async () => {
    const server = counting(nothing);
    await renderConsole(<Lists />, { answer: server.answer });
    await waitFor(() => expect(server.count('lists')).toBe(1));
    fireEvent.click(screen.getByText('Remove'));
    await screen.findByText('success');
    expect(server.count('lists')).toBe(2);
    expect(server.count('access')).toBeLessThanOrEqual(1);
  });

  it('goes on before it reads again, where what the screen shows may be gone', async () => {
    let isWritten = false;
    const answer = ({ method }: { readonly method: string }): unknown => {
      if (method === 'GET') return isWritten ? new Promise(() => undefined) : {};
      isWritten = true;
      return nothing();
    };
    await renderConsole(<Lists options={{ waits: false }} />, { answer });
    fireEvent.click(screen.getByText('Remove'));
    expect(await screen.findByText('success')).toBeDefined();
  });

  it('leaves reads alone where it changes nothing, changes others, or was refused', async () => {
    const server = counting(nothing);
    await renderConsole(<Lists options={{ changes: [getListVersions] }} />, { answer: server.answer });
    await waitFor(() => expect(server.count('lists')).toBe(1));
    fireEvent.click(screen.getByText('Preview'));
    fireEvent.click(screen.getByText('Remove'));
    await screen.findByText('success');
    expect(server.count('lists')).toBe(1);
    cleanup();
    const refusing = counting(refusal);
    await renderConsole(<Lists />, { answer: refusing.answer });
    await waitFor(() => expect(refusing.count('lists')).toBe(1));
    fireEvent.click(screen.getByText('Remove'));
    await screen.findByText('error');
    expect(refusing.count('lists')).toBe(1);
  });

  it('has them made again after a refusal where others decide, too', async () => {
    const server = counting(refusal);
    await renderConsole(<Lists options={{ afterRefusal: true }} />, { answer: server.answer });
    await waitFor(() => expect(server.count('lists')).toBe(1));
    fireEvent.click(screen.getByText('Remove'));
    await waitFor(() => expect(server.count('lists')).toBe(2));
  });

  it('keeps an answer as the result of the read that it is, which is not made again', async () => {
    let reads = 0;
    const answer = ({ method }: { readonly method: string }): unknown => {
      if (method !== 'GET') return { written: true };
      reads += 1;
      return { written: false };
    };
    await renderConsole(<Access />, { answer });
    fireEvent.click(await screen.findByText('{"written":false}'));
    await screen.findByText('{"written":true}');
    expect(reads).toBe(1);
  });

  it('keeps its answer where a read that began before it ends after it', async () => {
    let arrive: (value: unknown) => void = () => undefined;
    let reads = 0;
    const answer = ({ method }: { readonly method: string }): unknown => {
      if (method !== 'GET') return { written: true };
      reads += 1;
      return reads === 1 ? { written: false } : new Promise((resolve) => (arrive = resolve));
    };
    await renderConsole(<Access />, { answer });
    await screen.findByText('{"written":false}');
    fireEvent.click(screen.getByText('Look again'));
    await waitFor(() => expect(reads).toBe(2));
    fireEvent.click(screen.getByText('{"written":false}'));
    await screen.findByText('{"written":true}');
    arrive({ written: false });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText('{"written":true}')).not.toBeNull();
  });
});

describe('a read', () => {
  it('is distinguished by what is asked and by the content in force', () => {
    const ask = (version: number) =>
      readPages(
        () => Promise.reject(new Error('not asked')),
        getListVersions,
        { params: { environmentId: 'e', listId: 'l' } },
        { version },
      ).queryKey;
    expect(ask(1)).toEqual(ask(1));
    expect(ask(1)).not.toEqual(ask(2));
  });
});
