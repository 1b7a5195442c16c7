import type { Readable } from 'node:stream';
import {
  csvDelimiterOf,
  dataProblem,
  decodeText,
  fail,
  futureRate,
  MAX_RATE_FILE_BYTES,
  rateFileReader,
  type RateFile,
  type RateProblem,
} from '@redoubt/domain';
import { readBody } from '../csv/body-bytes.ts';
import { failAt } from '../problems.ts';
import { Turns } from '../turns.ts';

const refuse = (problems: readonly RateProblem[]): Error =>
  failAt(
    'RATE-FILE-INVALID',
    { count: problems.length },
    problems.map(({ line, message, coded }) => ({ path: `line ${line}`, message, coded })),
  );

/**
 * A file of exchange rates without problems. Throws RATE-FILE-INVALID with the lines that are wrong, RATE-FILE-TOO-LARGE.
 *
 * @param nowMs the time now: rates of later days are refused.
 */
export const readUsableRates = async (stream: Readable, nowMs: number): Promise<RateFile> => {
  const { pieces } = await readBody(stream, (sizeBytes) => {
    if (sizeBytes > MAX_RATE_FILE_BYTES) throw fail('RATE-FILE-TOO-LARGE', { limitBytes: MAX_RATE_FILE_BYTES });
  });
  const decoded = decodeText(Buffer.concat(pieces));
  if (decoded === null)
    throw refuse([
      {
        line: 0,
        message: 'The file is encoded neither as UTF-8 nor as Windows-1252.',
        coded: dataProblem('rateEncoding'),
      },
    ]);
  const reader = rateFileReader(csvDelimiterOf(decoded.text));
  const turns = new Turns();
  for (const line of decoded.text.split(/\r\n|\n|\r/)) {
    if (!reader.line(line)) break;
    // oxlint-disable-next-line eslint/no-await-in-loop -- others have their turn
    if (turns.isOver) await turns.next();
  }
  const { file, problems } = reader.end();
  if (problems.length > 0) throw refuse(problems);
  const future = futureRate(file.rates, nowMs);
  if (future !== undefined)
    throw refuse([
      {
        line: 0,
        message: `${future.day} has not come yet: no rate is known of it.`,
        coded: dataProblem('rateFuture', { day: future.day }),
      },
    ]);
  return file;
};
