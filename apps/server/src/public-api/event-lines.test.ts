import { describe, expect, it } from 'vitest';
import { newCall, type CallState } from './call-state.ts';
import { createEventLines } from './event-lines.ts';

/** The lines of one node, with what each does while it is recorded, and every rest it asked for; it goes on when it is let. */
const start = (whileRecorded: (line: string) => void = () => undefined) => {
  const rests: { readonly ms: number; readonly end: () => void }[] = [];
  const recorded: string[] = [];
  const lines = createEventLines(
    {
      readPart: (bytes) => ({ text: Buffer.from(bytes).toString(), value: {} }),
      noteFailure: (_request, error) => {
        throw error;
      },
    },
    {
      decisions: {
        record: (event) => {
          const line = event.requestText;
          recorded.push(line);
          whileRecorded(line);
          return Promise.resolve('{}');
        },
      },
    },
    (ms) => new Promise<void>((end) => rests.push({ ms, end })),
  );
  const state = {
    ...newCall(),
    historical: true,
    hasLines: true,
    environment: { environment: { bodyMode: 'lenient' } },
  };
  const send = (texts: readonly string[]): Promise<string> =>
    lines.answer({
      request: { body: Buffer.from(texts.join('\n')) } as never,
      state: state as unknown as CallState,
      read: ({ text }) => ({ requestText: text }) as never,
    });
  return { lines, send, rests, recorded };
};

/** Turns of the event loop enough for all that waits for nothing else. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
};

describe('an import beside live events', () => {
  it('is answered only after a rest, so that its next lines wait while live events come', async () => {
    const node = start(() => node.lines.noteLive());
    const answers: string[] = [];
    /** As the command line does: a call follows the answer to the one before. */
    const importing = (async () => {
      for (const texts of [['1', '2'], ['3']]) answers.push(await node.send(texts));
    })();
    await settle();
    expect(node.recorded).toEqual(['1', '2']);
    expect([answers.length, node.rests.length]).toEqual([0, 1]);
    // Live events are taken meanwhile; the import has no line under way.
    node.lines.noteLive();
    await settle();
    expect(node.recorded).toEqual(['1', '2']);
    node.rests[0]?.end();
    await settle();
    expect(node.recorded).toEqual(['1', '2', '3']);
    expect([answers.length, node.rests.length]).toEqual([1, 2]);
    node.rests[1]?.end();
    await importing;
    expect(answers.map((answer) => answer.trimEnd().split('\n').length)).toEqual([2, 1]);
  });

  it('rests once for each call, where several come side by side', async () => {
    const node = start(() => node.lines.noteLive());
    const sending = [node.send(['1']), node.send(['2'])];
    await settle();
    expect(node.rests).toHaveLength(2);
    for (const { end } of node.rests) end();
    await Promise.all(sending);
  });

  it('does not rest where no live event came meanwhile', async () => {
    const node = start();
    node.lines.noteLive();
    await node.send(['1', '2', '3']);
    expect([node.recorded, node.rests]).toEqual([['1', '2', '3'], []]);
  });
});
