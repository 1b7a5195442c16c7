import { setTimeout as delay } from 'node:timers/promises';
import type { Merchant } from '../support/merchant.ts';

/** The case that is shown under review: one of a ring, with a note and a file. */
export type ShownCase = { readonly queueId: string; readonly eventId: string };

const QUEUE = 'Large losses';
const POLL_MS = 500;
const PATIENCE_MS = 120_000;

const find = async (merchant: Merchant): Promise<ShownCase | undefined> => {
  const { queues } = (await merchant.get('/v1.0/cases/queues')) as {
    readonly queues: readonly { readonly id: string; readonly name: string }[];
  };
  const queue = queues.find(({ name }) => name === QUEUE);
  if (!queue) return undefined;
  const { cases } = (await merchant.get(`/v1.0/cases?queueId=${queue.id}&limit=100`)) as {
    readonly cases: readonly { readonly id: string; readonly eventId: string }[];
  };
  for (const { id, eventId } of cases) {
    const { notes } = (await merchant.get(`/v1.0/cases/${id}/notes`)) as { readonly notes: readonly unknown[] };
    if (notes.length > 0) return { queueId: queue.id, eventId };
  }
  return undefined;
};

/** Waits until the demonstration has its cases; their notes are written last. */
export const demonstrationCase = async (merchant: Merchant): Promise<ShownCase> => {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const found = await find(merchant);
    if (found) return found;
    await delay(POLL_MS);
  }
  throw new Error('The demonstration made no case with a note: is the server started with REDOUBT_DEMO_HISTORY=false?');
};
