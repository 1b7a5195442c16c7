import { loadavg } from 'node:os';
import { startGenerator } from './load/generator.ts';
import { openConnection } from './load/http-connection.ts';
import type { Machine } from './measure/machine.ts';
import { appendResults } from './measure/result-table.ts';
import { startRedoubt, type RedoubtTarget } from './targets/redoubt.ts';
import { PURCHASE_PATH } from './targets/target.ts';
import { median } from './measure/median.ts';

/** Wrong secrets under way at any time. */
const AT_ONCE = 24;
/** Purchases a second: few enough that a quiet server answers each before the next. */
const PER_SECOND = 50;
const CONNECTIONS = 8;
const BODIES = 20_000;

/** Purchases at even distances, and what was asked of the token endpoint meanwhile. */
type Stretch = { readonly p50Ms: number; readonly p99Ms: number; readonly refusedPerSecond: number };
export type TokenFigures = { readonly alone: readonly Stretch[]; readonly flooded: readonly Stretch[] };

export type TokenOptions = {
  readonly seconds: number;
  readonly rounds: number;
  readonly say: (text: string) => void;
};

/** Sends wrong secrets of the merchant's own client, each connection the next one with the answer to the last. */
const flood = async ({ port, facts }: RedoubtTarget) => {
  const head =
    `POST ${new URL(facts.tokenUrlV2).pathname} HTTP/1.1\r\nhost: localhost:${port}\r\n` +
    'content-type: application/x-www-form-urlencoded\r\n';
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: facts.clientId,
    client_secret: 'not the secret of this client',
    scope: `${facts.resource}/.default`,
  });
  const body = Buffer.from(form.toString());
  let failure: string | null = null;
  let refused = 0;
  const open = () => openConnection(port, (error) => (failure ??= error.message));
  const connections = await Promise.all(Array.from({ length: AT_ONCE }, open));
  for (const connection of connections) {
    const next = (): void =>
      connection.send(head, body, (status, answer) => {
        if (status === 401 || status === 429) refused += 1;
        else failure ??= answer.toString();
        if (failure === null) next();
      });
    next();
  }
  return (): number => {
    for (const connection of connections) connection.close();
    if (failure !== null) throw new Error(`the token endpoint: ${failure}`);
    return refused;
  };
};

/** What purchases take while wrong secrets are sent to the token endpoint, beside purchases alone, in turns. */
export const measureTokens = async (
  { seconds, rounds, say }: TokenOptions,
  keep: <T extends { readonly stop: () => Promise<void> }>(thing: T) => T,
): Promise<TokenFigures> => {
  const target = keep(await startRedoubt([]));
  const generator = keep(await startGenerator(BODIES));
  const { port, headers } = target;
  const order = { port, path: PURCHASE_PATH, headers, connections: CONNECTIONS, seconds, perSecond: PER_SECOND };
  const stretch = async (flooded: boolean): Promise<Stretch> => {
    const end = flooded ? await flood(target) : () => 0;
    const { failed, firstFailure, elapsedMs, latencyMs } = await generator.run(order);
    const refused = end();
    if (failed > 0) throw new Error(`${failed} purchases failed, such as ${firstFailure}`);
    const refusedPerSecond = (refused * 1000) / elapsedMs;
    say(
      `  ${flooded ? 'wrong secrets' : 'alone'}: p50 ${latencyMs.p50.toFixed(1)} ms, ${refusedPerSecond.toFixed(0)} refused/s`,
    );
    return { p50Ms: latencyMs.p50, p99Ms: latencyMs.p99, refusedPerSecond };
  };
  await stretch(false);
  const alone: Stretch[] = [];
  const flooded: Stretch[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await stretch(false));
    flooded.push(await stretch(true));
  }
  return { alone, flooded };
};

const TABLE_HEAD = `# What wrong secrets cost purchases

One line per run of \`npm run bench -- tokens\`: purchases at ${PER_SECOND} a second, alone and while ${AT_ONCE} wrong secrets of the
merchant's own client are under way at the token endpoint, each connection sending the next with the answer to the last. The
two take turns; each time is the median of the rounds. The load says how much ran beside it.

| Run | Machine | p50 alone | p50 with wrong secrets | Ratio | p99 alone | p99 with | Refused a second | Load |
|---|---|---|---|---|---|---|---|---|
`;

/** Adds a line to the table of all runs; gives it. */
export const saveTokens = async (
  directory: string,
  at: string,
  machine: Machine,
  { alone, flooded }: TokenFigures,
): Promise<string> => {
  const middle = (stretches: readonly Stretch[], which: keyof Stretch): number =>
    median(stretches.map((stretch) => stretch[which]));
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    `${middle(alone, 'p50Ms').toFixed(1)} ms`,
    `${middle(flooded, 'p50Ms').toFixed(1)} ms`,
    (middle(flooded, 'p50Ms') / middle(alone, 'p50Ms')).toFixed(2),
    `${middle(alone, 'p99Ms').toFixed(1)} ms`,
    `${middle(flooded, 'p99Ms').toFixed(1)} ms`,
    middle(flooded, 'refusedPerSecond').toFixed(0),
    (loadavg()[0] ?? 0).toFixed(1),
  ];
  return appendResults(directory, 'tokens.md', TABLE_HEAD, [cells]);
};
