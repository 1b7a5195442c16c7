import { fail } from '@redoubt/domain';
import { createTransport } from 'nodemailer';

/** How the operator lets mail go out. */
export type MailServerSettings = {
  /** `smtp://` begins in the clear and goes on with TLS (STARTTLS), `smtps://` is TLS from the first byte. */
  readonly url: string;
  /** What mail comes from: an address, or a name and an address in angle brackets. */
  readonly from: string;
  /** False sends in the clear, for a relay on the same machine or network. */
  readonly tls: boolean;
  /** Certificates (PEM) that the mail server's is checked against, instead of those that Node knows. */
  readonly ca?: string | undefined;
  /** Domains, in lower case, to whose addresses reports may go besides those of people of the tenant. */
  readonly domains: readonly string[];
};

/** What the console says of the mail server; nothing of it is secret. */
export type MailServerFacts = { readonly host: string; readonly from: string; readonly domains: readonly string[] };

export type OutgoingMail = {
  /** Of the message; the same one each time it is sent, so that mail servers recognise a repeat. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: string }[];
};

export type MailServer = {
  readonly facts: MailServerFacts;
  /**
   * Hands a mail over; resolves once the mail server has taken it.
   *
   * @throws `AppError` with a code `MAIL-…`; `answer` in its parameters is what the mail server said.
   */
  readonly send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const MOST_ANSWER = 300;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

type SmtpFailure = {
  readonly code: string;
  readonly response: string;
  readonly status: number;
  readonly message: string;
};

const failureOf = (error: unknown): SmtpFailure => {
  const members: Readonly<Record<string, unknown>> = error instanceof Error ? { ...error } : {};
  const textOf = (name: string): string => (typeof members[name] === 'string' ? members[name] : '');
  return {
    code: textOf('code'),
    response: textOf('response'),
    status: typeof members['responseCode'] === 'number' ? members['responseCode'] : 0,
    message: error instanceof Error ? error.message : '',
  };
};

/** What the mail server said, on one line and at most so long. */
const answerOf = ({ response, message }: SmtpFailure): string =>
  (response === '' ? message : response)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MOST_ANSWER);

const CERTIFICATE = /certificate|CERT|self-signed|altnames|SSL|TLS/;
/** Wants a sign-in or TLS first. */
const NOT_SIGNED_IN = 530;

const codeOf = ({ code, status, message }: SmtpFailure) => {
  if (code === 'EAUTH' || code === 'ENOAUTH' || status === NOT_SIGNED_IN) return 'MAIL-SIGN-IN';
  if (code === 'ETLS' || (status === 0 && CERTIFICATE.test(message))) return 'MAIL-TLS';
  if (status >= 500) return 'MAIL-REFUSED';
  if (status >= 400) return 'MAIL-DEFERRED';
  return 'MAIL-UNREACHABLE';
};

/** Why settings of a mail server cannot be used, in a sentence for the operator; undefined where they can. */
export const mailSettingsProblem = ({
  url,
  from,
  tls,
}: Pick<MailServerSettings, 'url' | 'from' | 'tls'>): string | undefined => {
  const { hostname, username } = new URL(url);
  if (from === '') return 'MAIL_FROM: is needed with SMTP_URL, as in Redoubt <redoubt@shop.example>.';
  if (!tls && username !== '' && !LOOPBACK.test(hostname.replaceAll(/[[\]]/g, '')))
    return 'SMTP_TLS: off sends the password of SMTP_URL in the clear; leave TLS on, or leave the password out.';
  return undefined;
};

/** The mail server that the operator set up. A connection is made for each mail. */
export const createMailServer = ({ url, from, tls, ca, domains }: MailServerSettings): MailServer => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: tls && !isSecure,
    ignoreTLS: !tls,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'redoubt';
  return {
    facts: { host, from, domains },
    send: async ({ id, recipient, subject, text, html, attachments }, signal) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          attachments: attachments.map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(content),
          })),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal,
        });
      } catch (error) {
        const failure = failureOf(error);
        throw fail(codeOf(failure), { answer: answerOf(failure) });
      }
    },
  };
};
