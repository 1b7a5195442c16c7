import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server of this machine, and fails as networks do. */
export type CuttingProxy = {
  readonly port: number;
  /** Cuts every connection after as many bytes to the server from now on, once for each number. */
  readonly cutAfter: (bytes: number) => void;
  /** How often it cut so far. */
  readonly cuts: () => number;
  /** Passes nothing on, connections open; gives the way to let it go on. */
  readonly pause: () => () => void;
  readonly close: () => Promise<void>;
};

const HOST = '127.0.0.1';

/** Starts one in front of a port. */
export const startCuttingProxy = async (serverPort: number): Promise<CuttingProxy> => {
  const sockets = new Set<Socket>();
  let left: number | null = null;
  let cuts = 0;
  let isPaused = false;
  const cut = (): void => {
    left = null;
    cuts += 1;
    for (const socket of sockets) socket.destroy();
  };
  const proxy = createServer((client) => {
    const server = connect(serverPort, HOST);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      if (isPaused) from.pause();
      from.on('data', (bytes: Buffer) => {
        to.write(bytes);
        if (from !== client || left === null) return;
        left -= bytes.length;
        if (left <= 0) setImmediate(cut);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isPaused) from.pause();
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, HOST, resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    cutAfter: (bytes) => (left = bytes),
    cuts: () => cuts,
    pause: () => {
      isPaused = true;
      for (const socket of sockets) socket.pause();
      return () => {
        isPaused = false;
        for (const socket of sockets) socket.resume();
      };
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
};
