import type { Clock } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import { startHostileServer, type Behaviour } from '../call-runtime/testing-server.ts';
import { createWebhookDelivery } from '../series-alerts/webhook.job.ts';
import { workOff } from './jobs.ts';

/** Takes every message. */
export const accept: Behaviour = (_request, answer) => {
  answer.writeHead(204).end();
};

/** Servers that get messages of alerts, and the delivery to them; `close` ends the servers. */
export const createWebhookReceivers = (
  place: () => { readonly database: Database; readonly clock: Clock },
  installationKey: string,
) => {
  const closing: (() => Promise<void>)[] = [];
  return {
    receiver: async (behaviour: Behaviour) => {
      const server = await startHostileServer({ '*': behaviour });
      closing.push(server.close);
      return server;
    },
    deliver: async (allowed: readonly string[] = ['127.0.0.1']): Promise<void> => {
      const delivery = createWebhookDelivery({ ...place(), installationKey, allowed });
      await workOff(place(), delivery);
      delivery.close();
    },
    close: async (): Promise<void> => {
      for (const close of closing.splice(0)) await close();
    },
  };
};
