import fc from 'fast-check';

/**
 * Generated bodies that have broken JSON services before: whole bodies with hostile members among good ones, cut short
 * ones, and bytes that are no text at all.
 */

/** Bodies per endpoint; `npm run soak` asks for 10,000. */
export const HOSTILE_BODIES = Number(process.env.HOSTILE_BODIES ?? 100);
export const HOSTILE_SEED = Number(process.env.HOSTILE_SEED ?? 20_260_314);

/** Number that must appear nowhere in what is stored or answered. */
export const CARD_NUMBER = '4111111111111111';

const nastyJson = fc.constantFrom(
  '1e400',
  '-0',
  '1E+2',
  '00',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"😀"',
  '""',
  `"${CARD_NUMBER}"`,
  CARD_NUMBER,
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{}}}',
  '[[[[[[]]]]]]',
  '{"":{"":""}}',
  '[null]',
  'true',
  'null',
  '"2018-11-127T00:00:00Z"',
  '"9999-12-31T23:59:59.9999999Z"',
  '"0001-01-01T00:00:00+14:00"',
  '99999999999999999999',
  '"\\\\u0000"',
  `"${'x'.repeat(5000)}"`,
  '"a\\u0022b"',
  '{"a":1,"a":2,"A":3}',
  'NaN',
  '\u0001',
  '{',
  ']',
  '"',
);

const memberName = (members: readonly string[]): fc.Arbitrary<string> => {
  const odd = ['__proto__', 'constructor', 'toString', ''];
  return fc.oneof(
    fc.constantFrom(...members, ...members.map((member) => member.toUpperCase()), ...odd),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
};

/**
 * Bytes to send where a body with these members is expected.
 *
 * @param bases bodies to begin with, as JSON text of an object; their id is made anew each time by `withId`.
 */
export const hostileBytes = (
  members: readonly string[],
  bases: readonly string[],
  withId: (base: string, id: string) => string = (base) => base,
): fc.Arbitrary<Buffer> => {
  const value = fc.oneof(nastyJson, fc.json({ maxDepth: 3 }));
  const text = fc
    .tuple(fc.constantFrom(...bases), fc.array(fc.tuple(memberName(members), value), { maxLength: 4 }), fc.uuid())
    .map(([base, hostile, id]) =>
      hostile.reduce(
        (body, [key, json]) => {
          const separator = body === '{}' ? '' : ',';
          return `${body.slice(0, -1)}${separator}${JSON.stringify(key)}:${json}}`;
        },
        withId(base, id),
      ),
    );
  return fc.oneof(
    { weight: 8, arbitrary: text.map((body) => Buffer.from(body)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw)) },
    { weight: 1, arbitrary: text.chain((body) => fc.nat(body.length).map((end) => Buffer.from(body.slice(0, end)))) },
  );
};

/** One part of an address, unescaped. */
export const hostilePart = fc.oneof(
  fc.constantFrom('x', '..', '%', '\u0000', 'é'.repeat(200), "' or 1=1 --", 'null', '-1', '{}', '\ud83d\ude00'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.uuid(),
);
