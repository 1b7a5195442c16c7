import { pino, type Logger } from 'pino';
import { maskedLog } from './masked-log.ts';

/** Members that every line has; facts of the same name would stand in it twice. */
const OWN_MEMBERS = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'reqId']);

const withoutOwnMembers = (facts: Record<string, unknown>): Record<string, unknown> =>
  Object.keys(facts).some((name) => OWN_MEMBERS.has(name))
    ? Object.fromEntries(
        Object.entries(facts).map(([name, value]) => [OWN_MEMBERS.has(name) ? `fact_${name}` : name, value]),
      )
    : facts;

type Destination = { readonly write: (line: string) => unknown };

/** The log of the server: one JSON object per line, each member once, card data masked. */
export const createServerLog = (level: string, destination: Destination): Logger =>
  pino(
    { level, redact: ['req.headers.authorization'], formatters: { log: withoutOwnMembers } },
    maskedLog(destination),
  );

type Output = Destination & { readonly isTTY?: boolean };

/** Levels of pino: what is said, and why the process ends. */
const INFO = 30;
export const FATAL = 60;

/**
 * Writes what a person reads while the server starts and stops. A terminal gets it as it stands; a file or a collector
 * gets lines of JSON, whatever the level of the log is: without them the operator would not learn the addresses and
 * sign-ins.
 */
export const createAnnouncer =
  (output: Output, now: () => number, level: typeof INFO | typeof FATAL = INFO) =>
  (text: string): void => {
    if (output.isTTY === true) {
      output.write(`${text}\n`);
      return;
    }
    const said = text.trim();
    if (said !== '') output.write(`${JSON.stringify({ level, time: now(), msg: said })}\n`);
  };
