import {
  type SymbolTable,
  checkRule,
  compileRule,
  type CompiledRule,
  EMPTY_SYMBOL_TABLE,
  parse,
  type RuleSource,
  velocityDefinitionOf,
} from '@redoubt/fql';
import { type Aggregate, aggregateNamed } from '@redoubt/velocity';
import { CliError } from '../cli-error.ts';

/** One velocity of a set. */
export type ReplayVelocity = {
  readonly name: string;
  readonly aggregate: Aggregate;
  /** Events of FROM in lower case: `purchase`, `purchase:purchasestatus`. */
  readonly events: ReadonlySet<string>;
};

/** A set ready to run; part `c1` of both rules is the first velocity. */
export type ReplaySet = {
  readonly velocities: readonly ReplayVelocity[];
  /** What an event adds. */
  readonly contributions: CompiledRule;
  /** The key of every velocity, whether the event adds to it or not: its windows are read at every event. */
  readonly keys: CompiledRule;
};

export const partOf = (index: number): string => `c${index + 1}`;

/** Nothing is known about the events, and a file may hold more velocities than a set of the product. */
const SYMBOLS: SymbolTable = { ...EMPTY_SYMBOL_TABLE, limits: { velocitiesPerSet: 1000 } };

const SEPARATOR = /^\s*---\s*$/;

type Block = { readonly code: string; readonly line: number };

const blocksOf = (text: string): readonly Block[] => {
  const blocks: { lines: string[]; line: number }[] = [{ lines: [], line: 1 }];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (SEPARATOR.test(line)) blocks.push({ lines: [], line: index + 2 });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.map(({ lines, line }) => ({ code: lines.join('\n'), line })).filter(({ code }) => code.trim() !== '');
};

const placeIn = ({ code, line }: Block, offset: number): string => {
  const before = code.slice(0, offset).split('\n');
  return `${line + before.length - 1}:${(before.at(-1)?.length ?? 0) + 1}`;
};

/** The text with other words in place of ranges of it. */
const replaced = (code: string, changes: readonly { from: number; to: number; by: string }[]): string =>
  changes
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to, by }) => `${text.slice(0, from)}${by}${text.slice(to)}`, code);

/** The same text, counting every event: what it groups by is then known also where WHEN does not hold. */
const countingAll = (code: string): string => {
  const select = parse('velocityDefinition', code).program.statements.find(({ kind }) => kind === 'select');
  if (select?.kind !== 'select') return code;
  const { aggregate, when } = select;
  return replaced(code, [
    { from: aggregate.from, to: aggregate.to, by: 'Count()' },
    ...(when ? [{ from: when.from, to: when.to, by: 'true' }] : []),
  ]);
};

const isCondition = (code: string): boolean =>
  parse('velocityCondition', code).program.statements.some(({ kind }) => kind === 'when') &&
  velocityDefinitionOf(code) === null;

const withoutCondition = (code: string): string => {
  const when = parse('velocityCondition', code).program.statements.find(({ kind }) => kind === 'when');
  return when?.kind === 'when' ? replaced(code, [{ ...when.condition, by: 'true' }]) : code;
};

const compile = (fileName: string, source: RuleSource, blocks: ReadonlyMap<string, Block>): CompiledRule => {
  const { checked, diagnostics } = checkRule(source, SYMBOLS);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return compileRule(checked);
  const lines = errors.map(({ part, from, message }) => {
    const block = blocks.get(part);
    return `${fileName}:${block ? placeIn(block, from) : '1:1'}: ${message}`;
  });
  throw new CliError(lines.join('\n'));
};

/**
 * Reads a set: texts of velocities separated by lines of `---`. A first text with WHEN and no SELECT is the condition of
 * all of them.
 *
 * @throws `CliError` naming file, line and column of every error.
 */
export const parseVelocitySet = (fileName: string, text: string): ReplaySet => {
  const all = blocksOf(text);
  const [first] = all;
  const condition = first && isCondition(first.code) ? first : null;
  const blocks = condition ? all.slice(1) : all;
  if (blocks.length === 0) {
    throw new CliError(
      `${fileName} holds no velocity. Write SELECT Count() AS name FROM Purchase GROUPBY @"user.userId".`,
    );
  }
  const parts = new Map(blocks.map((block, index) => [partOf(index), block]));
  if (condition) parts.set('condition', condition);
  const source = (conditionCode: string, change: (code: string) => string): RuleSource => ({
    kind: 'velocity',
    condition: conditionCode,
    clauses: blocks.map(({ code }, index) => ({ id: partOf(index), name: partOf(index), code: change(code) })),
  });
  const contributions = compile(
    fileName,
    source(condition?.code ?? '', (code) => code),
    parts,
  );
  const velocities = blocks.map(({ code, line }): ReplayVelocity => {
    const definition = velocityDefinitionOf(code);
    const aggregate = aggregateNamed(/^\w+/.exec(definition?.aggregate ?? '')?.[0] ?? '');
    if (!definition || !aggregate) throw new CliError(`${fileName}:${line}:1: this text holds no velocity.`);
    const events = definition.sources.map(({ assessment, observation }) =>
      (observation === null ? assessment : `${assessment}:${observation}`).toLowerCase(),
    );
    return { name: definition.name, aggregate, events: new Set(events) };
  });
  const keys = compile(fileName, source(withoutCondition(condition?.code ?? ''), countingAll), parts);
  return { velocities, contributions, keys };
};
