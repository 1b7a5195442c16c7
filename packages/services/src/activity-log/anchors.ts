import { appendFile } from 'node:fs/promises';
import type { Anchor } from './verify-chain.ts';

/** Where anchors go, outside the database. */
export type AnchorTargets = {
  /** A file that lines are added to. */
  readonly file?: string | undefined;
  /** Address that each is sent to with POST. */
  readonly webhook?: string | undefined;
};

/** An anchor as it leaves the product, with how many places of the log were wrong then. */
export type PublishedAnchor = Anchor & { readonly findings: number };

const WEBHOOK_MS = 10_000;
const NAMES = ['tenant', 'sequence', 'hash', 'at'] as const;

/** One line of JSON. */
export const formatAnchor = ({ tenant, sequence, hash, at, findings }: PublishedAnchor): string =>
  JSON.stringify({ tenant, sequence, hash, at, findings });

const isAnchor = (value: unknown): value is Anchor => {
  if (typeof value !== 'object' || value === null || !NAMES.every((name) => name in value)) return false;
  const { tenant, sequence, hash, at } = value as Record<(typeof NAMES)[number], unknown>;
  return (
    typeof tenant === 'string' &&
    Number.isSafeInteger(sequence) &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    typeof at === 'string'
  );
};

const lineOf = (line: string): Anchor | null => {
  try {
    const value: unknown = JSON.parse(line);
    return isAnchor(value) ? value : null;
  } catch {
    return null;
  }
};

/** The anchors of a file, and the numbers of the lines that are none. */
export const readAnchors = (
  text: string,
): { readonly anchors: readonly Anchor[]; readonly badLines: readonly number[] } => {
  const lines = text.split(/\r?\n/).flatMap((line, at) => (line.trim() === '' ? [] : [{ line, number: at + 1 }]));
  const read = lines.map(({ line, number }) => ({ number, anchor: lineOf(line) }));
  return {
    anchors: read.flatMap(({ anchor }) => anchor ?? []),
    badLines: read.flatMap(({ number, anchor }) => (anchor === null ? [number] : [])),
  };
};

/** Writes an anchor to where the operator keeps them. Throws where one of them did not take it. */
export const publishAnchor = async (targets: AnchorTargets, anchor: PublishedAnchor): Promise<void> => {
  const line = formatAnchor(anchor);
  if (targets.file !== undefined) await appendFile(targets.file, `${line}\n`, { mode: 0o600, flush: true });
  if (targets.webhook === undefined) return;
  const answer = await fetch(targets.webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: line,
    redirect: 'error',
    signal: AbortSignal.timeout(WEBHOOK_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the webhook for anchors of the activity log answered ${answer.status}`);
};
