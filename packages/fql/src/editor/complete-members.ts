import { velocitySignature } from '../check/velocities.ts';
import { CHAR_SETS } from '../functions/char-sets.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import { FUNCTIONS, rootNamed } from '../functions/table.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import { completeApis } from './complete-assessments.ts';
import type { Completion } from './completion.ts';
import { type Cursor, enclosing } from './cursor.ts';
import { typeOfText } from './member-type.ts';
import { functionCalledBy, functionsBehind, propertyDraft } from './own-function-symbols.ts';
import { call, complete, type Draft, once } from './proposals.ts';

/** Whether a text that calls the function can be published: models may be asked for where there is none. */
export const hasSource = (spec: FunctionSpec, symbols: SymbolTable): boolean =>
  spec.needs === undefined || spec.needs === 'models' || (symbols.sources ?? []).includes(spec.needs);

const named = (name: string, parameters: readonly string[], detail: string): Draft => ({
  kind: 'function',
  label: name,
  insert: `${name}()`,
  cursor: name.length + (parameters.length > 0 ? 1 : 2),
  detail,
});

/** What the symbol table has behind a root: velocities, external calls and assessments; null for other roots. */
export const memberSymbols = (root: string, symbols: SymbolTable): readonly Draft[] | null => {
  const { velocities = [], calls = [], assessments = [] } = symbols;
  switch (root) {
    case 'velocity':
      return velocities.map((name) => named(name, ['key', 'window'], velocitySignature(name)));
    case 'external':
      return (calls === 'any' ? [] : calls).map(({ name, parameters }) =>
        named(name, parameters, `External.${name}(${parameters.join(', ')}): Json`),
      );
    case 'assessments':
      return (assessments === 'any' ? [] : assessments).map(({ name, target }) => ({
        kind: 'property' as const,
        label: name,
        detail: target === undefined ? `Assessments.${name}` : `Assessments.${name}: ${target}`,
      }));
    default:
      return null;
  }
};

/**
 * Members after a dot: of a root, or of the type the checker sees in front of it. `symbols` is what may be proposed,
 * `names` everything that may stand in front of the dot.
 */
export const completeMember = (
  cursor: Cursor,
  symbols: SymbolTable,
  earlier: readonly string[],
  names: SymbolTable,
): readonly Completion[] | null => {
  if (cursor.text[cursor.wordFrom - 1] !== '.') return null;
  const member = enclosing(cursor.node, ['Member']);
  const object = member?.firstChild;
  if (!object) return [];
  const span = { from: cursor.wordFrom, to: cursor.offset };
  const written = cursor.text.slice(object.from, object.to);
  const root = object.name === 'Identifier' ? rootNamed(written) : undefined;
  const outside =
    functionsBehind(written, symbols) ??
    (object.name === 'Identifier' ? memberSymbols(written.toLowerCase(), symbols) : null);
  const apis = completeApis(cursor, object, symbols);
  if (apis) return apis;
  if (outside) return outside.map((draft) => complete(span, draft));
  const actions = FUNCTIONS.filter(
    ({ form, owner }) => form === 'action' && owner?.toLowerCase() === written.toLowerCase(),
  );
  if (actions.length > 0) return actions.map((spec) => complete(span, call({ ...spec, owner: null }, 'function')));
  if (root === 'CharSet') {
    return Object.entries(CHAR_SETS).map(([name, { characters }]) =>
      complete(span, { kind: 'constant', label: name, detail: characters }),
    );
  }
  if (root !== undefined) {
    const specs = FUNCTIONS.filter(
      (spec) => spec.owner === root && (spec.form === 'static' || spec.form === 'constant') && hasSource(spec, symbols),
    );
    return once(specs).map((spec) => complete(span, call(spec, spec.form === 'constant' ? 'constant' : 'function')));
  }
  const before = [...earlier, cursor.text.slice(0, object.from)].join('\n');
  const called = functionCalledBy(before, written, names);
  if (called) {
    const readable = functionCalledBy(before, written, symbols)?.properties ?? [];
    return readable.map((property) => complete(span, propertyDraft(called, property)));
  }
  const type = typeOfText(before, written, names);
  const owners =
    type === 'Untyped' || type === 'Json' || type === 'Invalid' ? ['String', 'DateTime', 'Json', 'Any'] : [type, 'Any'];
  const specs = FUNCTIONS.filter(
    (spec) => (spec.form === 'method' || spec.form === 'property') && owners.includes(spec.owner ?? ''),
  );
  return once(specs).map((spec) => complete(span, call(spec, spec.form === 'property' ? 'property' : 'method')));
};
