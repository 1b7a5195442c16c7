import { parseArgs } from 'node:util';

/** An option with a whole number, from `least` on; `fallback` where it is not given. */
type NumberOption = { readonly takes: 'number'; readonly least: number; readonly fallback: number };
/** An option with a text, called `as` in the help; null where it is not given. */
type TextOption = { readonly takes: 'text'; readonly as: string };
type Switch = { readonly takes: 'nothing' };
type Option = (NumberOption | TextOption | Switch) & {
  /** What it is for, as a line of the help. */
  readonly help: string;
};

/** What a program may be told, by name. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<One extends Option> = One extends NumberOption ? number : One extends TextOption ? string | null : boolean;

export type CommandLine<Known extends Options> = {
  readonly values: { readonly [Name in keyof Known]: ValueOf<Known[Name]> };
  /** The word that stands without an option: a name or a number. */
  readonly word: string | undefined;
};

/** What is wrong with the words that a program was given, as one line for the person who wrote them. */
export class WrongWords extends Error {}

const EXIT_WRONG_WORDS = 2;

const shownOption = (name: string, option: Option): string => {
  if (option.takes === 'nothing') return `--${name}`;
  return `--${name} <${option.takes === 'number' ? 'n' : option.as}>`;
};

/** A line for each option. */
export const describeOptions = (options: Options): string => {
  const rows = Object.entries(options).map(([name, option]) => [shownOption(name, option), option] as const);
  const width = Math.max(...rows.map(([shown]) => shown.length)) + 2;
  return rows
    .map(([shown, option]) => {
      const fallback = option.takes === 'number' ? ` (${option.fallback})` : '';
      return `  ${shown.padEnd(width)}${option.help}${fallback}\n`;
    })
    .join('');
};

/** A whole number that a person wrote. @param what names it in the message where it is none. @throws {WrongWords} */
export const wholeNumber = (what: string, text: string | undefined, least: number): number => {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new WrongWords(`${what} takes a whole number from ${least} on${text === undefined ? '' : `, not “${text}”`}.`);
};

const fallbackOf = (option: Option): number | string | boolean | null => {
  if (option.takes === 'number') return option.fallback;
  return option.takes === 'text' ? null : false;
};

const givenOf = (option: Option, rawName: string, text: string | undefined): number | string | boolean => {
  if (option.takes === 'number') return wholeNumber(rawName, text, option.least);
  if (option.takes === 'text') {
    if (text === undefined || text === '') throw new WrongWords(`${rawName} takes a value.`);
    return text;
  }
  if (text !== undefined) throw new WrongWords(`${rawName} takes no value.`);
  return true;
};

const readKnown = <Known extends Options>(words: readonly string[], options: Known): CommandLine<Known> => {
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { takes }]) => [
        name,
        { type: takes === 'nothing' ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    allowPositionals: true,
    // What is wrong is said here, in one line that names what is known.
    strict: false,
    tokens: true,
  });
  const known = new Map(Object.entries(options));
  const values = new Map(Object.entries(options).map(([name, option]) => [name, fallbackOf(option)]));
  const loose: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') loose.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.get(token.name);
    if (option === undefined) throw new WrongWords(`There is no option ${token.rawName}.`);
    values.set(token.name, givenOf(option, token.rawName, token.value));
  }
  const [word, tooMany] = loose;
  if (tooMany !== undefined) throw new WrongWords(`“${tooMany}” is one word too many.`);
  return { values: Object.fromEntries(values) as CommandLine<Known>['values'], word };
};

/** What a program was told. @throws {WrongWords} that names the option and those that there are */
export const readCommandLine = <Known extends Options>(
  words: readonly string[],
  options: Known,
): CommandLine<Known> => {
  try {
    return readKnown(words, options);
  } catch (error) {
    if (!(error instanceof WrongWords)) throw error;
    const known = Object.entries(options).map(([name, option]) => shownOption(name, option));
    throw new WrongWords(`${error.message} Options: ${known.join(', ')}.`);
  }
};

/** The result of `read`; what is wrong with the words is said in one line without a stack, and ends the program with 2. */
export const orEnd = <Result>(read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WrongWords)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(EXIT_WRONG_WORDS);
  }
};
