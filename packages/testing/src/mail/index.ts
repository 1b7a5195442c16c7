import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from '../certificates/index.ts';

/** A mail as a mail server received it. */
export type ReceivedMail = {
  readonly from: string;
  readonly recipients: readonly string[];
  /** The user that signed in; null without one. */
  readonly user: string | null;
  readonly isEncrypted: boolean;
  /** Header and body, as they came. */
  readonly source: string;
};

export type MailServerBehaviour = {
  /** Refuses recipients: the status to answer with, or none to take the mail. */
  recipient?: (address: string) => number | undefined;
  /** Refuses what was sent, after all of it came. */
  message?: () => number | undefined;
  /** Ends the connection in the middle of a mail. */
  hangsUp?: () => boolean;
};

export type LocalMailServer = {
  readonly port: number;
  /** Certificate of the server, to be trusted. */
  readonly certificate: string;
  readonly mails: ReceivedMail[];
  /** How it behaves from now on. */
  readonly behaviour: MailServerBehaviour;
  readonly close: () => Promise<void>;
};

const DAY_MS = 86_400_000;

const refusal = (status: number): Error =>
  Object.assign(new Error(status < 500 ? 'Try later' : 'No such mailbox'), { responseCode: status });

/**
 * A mail server on loopback that keeps what it is sent.
 *
 * @param user who has to sign in, after STARTTLS; everybody may send, without TLS, where absent.
 */
export const startMailServer = async (
  user?: { readonly name: string; readonly password: string },
  fixedPort = 0,
): Promise<LocalMailServer> => {
  const now = Date.now();
  const { pem, privateKey } = makeCertificate('localhost', now - DAY_MS, now + DAY_MS);
  const mails: ReceivedMail[] = [];
  const behaviour: MailServerBehaviour = {};
  const options: SMTPServerOptions = {
    authOptional: user === undefined,
    disabledCommands: user === undefined ? ['STARTTLS', 'AUTH'] : [],
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem,
    onAuth: (auth, _session, done) => {
      if (user && auth.username === user.name && auth.password === user.password) done(null, { user: user.name });
      else done(Object.assign(new Error('Wrong user or password'), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, done) => {
      const status = behaviour.recipient?.(address);
      done(status === undefined ? null : refusal(status));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      if (behaviour.hangsUp?.()) {
        stream.resume();
        for (const connection of server.connections) connection.close();
        return;
      }
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const status = behaviour.message?.();
        if (status !== undefined) {
          done(refusal(status));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          user: typeof session.user === 'string' ? session.user : null,
          isEncrypted: session.secure,
          source: Buffer.concat(parts).toString('utf8'),
        });
        done(null);
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => undefined);
  server.listen(fixedPort, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    certificate: pem,
    mails,
    behaviour,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

/** Text of the parts of a mail by type, decoded. Attachments stand under their names. */
export const partsOf = (source: string): ReadonlyMap<string, string> => {
  const parts = new Map<string, string>();
  const read = (text: string): void => {
    const at = text.search(/\r?\n\r?\n/);
    const head = text.slice(0, at).replaceAll(/\r?\n[ \t]+/g, ' ');
    const body = text.slice(at).replace(/^\r?\n\r?\n/, '');
    const boundary = /boundary="([^"]+)"/i.exec(head)?.[1];
    if (boundary !== undefined) {
      for (const part of body.split(`--${boundary}`).slice(1, -1)) read(part.replace(/^\r?\n/, ''));
      return;
    }
    const encoding = /content-transfer-encoding: (\S+)/i.exec(head)?.[1] ?? '7bit';
    const name =
      /filename="?([^";\r\n]+)/i.exec(head)?.[1] ?? /content-type: ([^;\s]+)/i.exec(head)?.[1] ?? 'text/plain';
    parts.set(name, decoded(body, encoding));
  };
  read(source);
  return parts;
};

const decoded = (body: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
