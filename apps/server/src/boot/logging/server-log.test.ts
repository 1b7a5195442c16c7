import { describe, expect, it } from 'vitest';
import { createAnnouncer, createServerLog } from './server-log.ts';

const collecting = (isTTY?: boolean) => {
  const lines: string[] = [];
  return { lines, output: { write: (line: string) => lines.push(line), ...(isTTY === undefined ? {} : { isTTY }) } };
};

describe('the log of the server', () => {
  it('writes one JSON object per line in which every member stands once', () => {
    const { lines, output } = collecting();
    const log = createServerLog('info', output);
    log.info({ level: 'mine', msg: 'mine', time: 1, pid: 2, hostname: 'h', kept: true }, 'said');
    log.child({ reqId: 'r' }).warn({ reqId: 'other', err: new Error('broken') }, 'two\nlines');
    log.debug('not at this level');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line.trimEnd()).not.toContain('\n');
      for (const name of ['level', 'time', 'pid', 'hostname', 'msg']) {
        expect([name, line.split(`"${name}":`).length - 1]).toEqual([name, 1]);
      }
    }
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: 'said', fact_level: 'mine', kept: true });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ reqId: 'r', fact_reqId: 'other', msg: 'two\nlines' });
  });

  it('says to a terminal in prose what a collector gets as JSON', () => {
    const terminal = collecting(true);
    createAnnouncer(terminal.output, () => 7)('  Starting …');
    expect(terminal.lines).toEqual(['  Starting …\n']);
    const file = collecting();
    const say = createAnnouncer(file.output, () => 7);
    say('\nRedoubt is ready\nat once.');
    say('');
    expect(file.lines).toEqual([`${JSON.stringify({ level: 30, time: 7, msg: 'Redoubt is ready\nat once.' })}\n`]);
  });
});
