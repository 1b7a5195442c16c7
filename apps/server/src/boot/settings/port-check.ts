import { BootError } from '@redoubt/storage';
import { createServer } from 'node:net';

const sentence = (host: string, port: number, error: NodeJS.ErrnoException): string => {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use; set PORT to a free one.`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user does not have; set PORT to one above 1023.`;
  return `Cannot listen on ${host}:${port} (${error.code ?? error.message}); set HOST and PORT.`;
};

/** Fails with one sentence where the address cannot be listened on, before anything else is started. */
export const checkPortFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(new BootError(sentence(host, port, error), { cause: error })));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
