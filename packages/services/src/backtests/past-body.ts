import {
  EVENT_SCHEMAS,
  shapeBody,
  shapeEvent,
  isBuiltInKind,
  type AssessmentKind,
  type LoggedAssessmentKind,
} from '@redoubt/domain';
import type { Json, JsonObject } from '@redoubt/kernel';
import type { StoredText } from '@redoubt/storage';

/** Texts shorter than this are parsed sooner than looked through, and so are members of them. */
const LEAST_TEXT = 1024;
const LEAST_MEMBER = 256;

/** Members that shaping fills from others or takes from: they are there from the start. */
const NEVER_LATER: ReadonlySet<string> = new Set([
  'user',
  'deviceContext',
  'paymentInstrumentList',
  'marketingContext',
]);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** An array or object that stands directly in the body. */
type Member = { readonly name: string; readonly from: number; readonly to: number };

type Outline = { readonly members: number; readonly large: readonly Member[] };

/** Finds the large arrays and objects directly in an object, and counts its members. */
const outlineOf = ({ bytes, from, to }: StoredText): Outline => {
  const large: Member[] = [];
  let members = 0;
  let depth = 0;
  let nameFrom = 0;
  let nameTo = 0;
  let begin = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const first = at + 1;
      for (at = first; bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
      if (depth === 1) [nameFrom, nameTo] = [first, at];
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth === 1) begin = at;
      depth += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 1 && at - begin >= LEAST_MEMBER) {
        large.push({ name: bytes.toString('utf8', nameFrom, nameTo), from: begin, to: at + 1 });
      }
    } else if (byte === COLON && depth === 1) {
      members += 1;
    }
  }
  return { members, large };
};

/** Whether shaping would do to a member alone what it does to it in its body. */
const standsAlone = (kind: AssessmentKind, bytes: Buffer, { name, from }: Member): boolean => {
  if (NEVER_LATER.has(name) || !Object.hasOwn(EVENT_SCHEMAS[kind], name)) return false;
  // One object where a list belongs becomes a list.
  return EVENT_SCHEMAS[kind][name]?.type !== 'list' || bytes[from] === OPEN_BRACKET;
};

const parseWhole = (kind: AssessmentKind, text: string): JsonObject => {
  const body = JSON.parse(text) as JsonObject;
  shapeEvent(kind, body);
  return body;
};

/** Puts a member in its place that is parsed and shaped when it is first asked for. */
const putLater = (kind: AssessmentKind, body: JsonObject, bytes: Buffer, { name, from, to }: Member): void => {
  const place = { configurable: true, enumerable: true };
  Object.defineProperty(body, name, {
    ...place,
    get: () => {
      const holder = { [name]: JSON.parse(bytes.toString('utf8', from, to)) as Json };
      shapeBody(EVENT_SCHEMAS[kind], holder);
      Object.defineProperty(body, name, { ...place, writable: true, value: holder[name] });
      return holder[name];
    },
  });
};

/**
 * The body of a stored event as rules see it. Long arrays and objects directly in it, such as the list of products, are
 * parsed when something asks for them, which most rules never do; readers of the body see no difference.
 */
export const pastBodyOf = (kind: LoggedAssessmentKind, text: StoredText): JsonObject => {
  // As its definition had it shaped, the definition may have changed since.
  if (!isBuiltInKind(kind)) return JSON.parse(text.toString()) as JsonObject;
  const { bytes, from, to } = text;
  if (to - from < LEAST_TEXT) return parseWhole(kind, text.toString());
  const outline = outlineOf(text);
  const later = outline.large.filter((member) => standsAlone(kind, bytes, member));
  if (later.length === 0) return parseWhole(kind, text.toString());
  const pieces = later.map(
    (member, index) => `${bytes.toString('utf8', later[index - 1]?.to ?? from, member.from)}null`,
  );
  const body = parseWhole(kind, `${pieces.join('')}${bytes.toString('utf8', later.at(-1)?.to, to)}`);
  // Members of one name, or of two spellings of it, stand for one another: which one counts is seen only in the whole.
  if (Object.keys(body).length !== outline.members) return parseWhole(kind, text.toString());
  for (const member of later) putLater(kind, body, bytes, member);
  return body;
};
