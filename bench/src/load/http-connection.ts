import { connect, type Socket } from 'node:net';

/** One kept-alive connection that carries one request at a time; just enough HTTP/1.1 to cost next to nothing. */
export type HttpConnection = {
  readonly send: (head: string, body: Buffer, onAnswer: (status: number, answer: Buffer) => void) => void;
  readonly close: () => void;
};

const HEAD_END = Buffer.from('\r\n\r\n');
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
/** `HTTP/1.1 200 …` */
const STATUS_AT = 9;

export const openConnection = async (port: number, onError: (error: Error) => void): Promise<HttpConnection> => {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(opening));
    opening.once('error', reject);
  });
  let received: Buffer | null = null;
  let awaited = -1;
  let waiting: ((status: number, answer: Buffer) => void) | null = null;

  socket.on('error', onError);
  socket.on('close', () => {
    if (waiting !== null) onError(new Error('the connection was closed before the answer'));
  });
  socket.on('data', (chunk: Buffer) => {
    received = received === null ? chunk : Buffer.concat([received, chunk]);
    if (awaited < 0) {
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const length = CONTENT_LENGTH.exec(received.toString('latin1', 0, headEnd))?.[1];
      awaited = headEnd + HEAD_END.length + Number(length ?? 0);
    }
    if (received.length < awaited) return;
    const answer = received;
    const tell = waiting;
    received = null;
    awaited = -1;
    waiting = null;
    tell?.(Number(answer.toString('latin1', STATUS_AT, STATUS_AT + 3)), answer);
  });

  return {
    send: (head, body, onAnswer) => {
      waiting = onAnswer;
      socket.cork();
      socket.write(`${head}content-length: ${body.length}\r\n\r\n`, 'latin1');
      socket.write(body);
      socket.uncork();
    },
    close: () => {
      waiting = null;
      socket.destroy();
    },
  };
};
