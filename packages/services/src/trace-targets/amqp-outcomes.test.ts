import type { AddressInfo } from 'node:net';
import rhea, { type EventContext } from 'rhea';
import { expect, it } from 'vitest';
import { closeAfterEach } from './testing/close-after-each.ts';
import { loopbackTargets } from './testing/loopback-target.ts';
import type { TraceMessage, TraceTarget } from './trace-target.ts';

const closing = closeAfterEach();
const openAt = loopbackTargets('amqp', { address: 'events' });

const message = (id: string): TraceMessage => ({ id, key: id, name: 'N', body: `{"uniqueId":"${id}"}` });
const patience = (): AbortSignal => AbortSignal.timeout(20_000);

type Broker = {
  readonly settle: (context: EventContext) => void;
  /** What it takes before it gives more credit. */
  readonly credit?: number;
  readonly attach?: (context: EventContext) => void;
};

/** A broker of the library itself, which settles as no broker that is installed here does. */
const startBroker = async ({ settle, credit = 100, attach }: Broker) => {
  const container = rhea.create_container({ receiver_options: { autoaccept: false, credit_window: 0 } });
  let unsettled = 0;
  let most = 0;
  container.on('receiver_open', (context: EventContext) => {
    context.receiver?.set_target({ address: context.receiver.target.address });
    if (attach) attach(context);
    else context.receiver?.add_credit(credit);
  });
  container.on('message', (context: EventContext) => {
    unsettled += 1;
    most = Math.max(most, unsettled);
    setTimeout(() => {
      unsettled -= 1;
      settle(context);
      context.receiver?.add_credit(1);
    }, 5);
  });
  for (const event of ['disconnected', 'error', 'protocol_error', 'connection_close'])
    container.on(event, () => undefined);
  const server = container.listen({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const open = (settings = {}): TraceTarget => {
    const target = openAt(port, { settings });
    closing.push(target.close);
    return target;
  };
  return { open, target: open(), most: () => most };
};

it.each([
  ['rejected', ({ delivery }: EventContext) => delivery?.reject(), 'refused', false, 'b'],
  [
    'rejected for its size',
    ({ delivery }: EventContext) => delivery?.reject({ condition: 'amqp:link:message-size-exceeded' }),
    'tooLarge',
    false,
    'b',
  ],
  [
    'rejected since the broker is full',
    ({ delivery }: EventContext) => delivery?.reject({ condition: 'amqp:resource-limit-exceeded' }),
    'busy',
    true,
    null,
  ],
  ['released', ({ delivery }: EventContext) => delivery?.release({ delivery_failed: false }), 'busy', true, null],
  ['modified', ({ delivery }: EventContext) => delivery?.modified({ delivery_failed: true }), 'busy', true, null],
  [
    'modified as undeliverable',
    ({ delivery }: EventContext) => delivery?.modified({ undeliverable_here: true }),
    'refused',
    false,
    'b',
  ],
])('says of a message that is %s what happened to it', async (_outcome, settle, code, retryable, refusedId) => {
  const { target } = await startBroker({
    settle: (context) => (context.message?.message_id === 'b' ? settle(context) : context.delivery?.accept()),
  });
  const sending = target.send([message('a'), message('b'), message('c')], patience());
  await expect(sending).rejects.toMatchObject({ code, retryable, refusedId, acceptedIds: new Set(['a', 'c']) });
});

it('sends no more messages at once than the broker gives credit for', async () => {
  const { target, most } = await startBroker({ settle: ({ delivery }) => delivery?.accept(), credit: 3 });
  await target.send(
    Array.from({ length: 40 }, (_, at) => message(String(at))),
    patience(),
  );
  expect(most()).toBe(3);
});

it('says that a broker without credit takes nothing for now', async () => {
  const { target } = await startBroker({ settle: () => undefined, attach: () => undefined });
  await expect(target.send([message('a')], AbortSignal.timeout(1500))).rejects.toMatchObject({
    code: 'busy',
    retryable: true,
    message: 'The broker takes no messages for now: it gives no link credit.',
  });
});

it.each([
  ['amqp:not-found', 'notFound', false],
  ['amqp:unauthorized-access', 'unauthorized', false],
  ['com.microsoft:server-busy', 'busy', true],
])('of a link that is refused with %s says %s', async (condition, code, retryable) => {
  const { target } = await startBroker({
    settle: () => undefined,
    attach: ({ receiver }) => receiver?.close({ condition, description: 'the text of the broker' }),
  });
  const failure = await target.check(patience()).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code, retryable, message: expect.stringContaining(condition) });
  expect(String(failure)).not.toContain('the text of the broker');
});

it('ends where TLS is spoken to a port without it', async () => {
  const { open } = await startBroker({ settle: ({ delivery }) => delivery?.accept() });
  await expect(open({ tls: true }).check(patience())).rejects.toMatchObject({ code: 'unreachable', retryable: true });
});
