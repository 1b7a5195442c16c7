import {
  EVENT_EXAMPLES,
  isBuiltInAssessment,
  isRuleName,
  listNameKey,
  nameKey,
  sectionsOf,
  VELOCITY_SAMPLES,
  type RuleType,
} from '@redoubt/domain';
import {
  checkRule,
  missingScores,
  type CheckedRule,
  type Diagnostic,
  type FunctionSymbol,
  type RuleSource,
  type SymbolTable,
} from '@redoubt/fql';
import type { Json } from '@redoubt/kernel';
import { symbolsOf } from '../../symbols/schema-symbols.ts';
import { sourceOf, stagedSourceOf } from '../../symbols/rule-text.ts';
import { velocitySymbolsOf } from '../../symbols/velocity-symbols.ts';
import { velocityNames } from '../../symbols/velocity-text.ts';
import type { ConfigurationFile } from '../configuration-file.ts';
import { ADDING } from '../import-mode.ts';
import { fileClauseOf } from '../kinds/rules/file-clauses.ts';
import { ruleSetKind } from '../kinds/rules/rule-set.kind.ts';
import { ruleKind } from '../kinds/rules/rule.kind.ts';
import { velocitySetKind } from '../kinds/velocity-set.kind.ts';
import { adoptDecisions, isCaseConfiguration } from './adopt-decisions.ts';
import { adoptList } from './adopt-list.ts';
import { repairText } from './repair-text.ts';
import { isAboutSection, sectionsNeeded } from './place-clauses.ts';
import { remedyFor } from './remedies.ts';
import { splitText, type DetectedKind, type DetectedResource, type TextPart } from './split-text.ts';
import { readTemplate } from './template-file.ts';
import type { AdoptNote } from './adopt-note.ts';

export type Adopted = {
  /** A configuration, ready for an import once the notes are settled. */
  readonly files: readonly ConfigurationFile[];
  readonly rules: number;
  readonly actions: number;
  readonly routingRules: number;
  readonly velocitySets: number;
  readonly lists: number;
  readonly notes: readonly AdoptNote[];
};

type Found = DetectedResource & { readonly path: string };

const baseName = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.[^.]*$/, '').trim();

const TYPE_OF: Readonly<Partial<Record<DetectedKind, RuleType>>> = {
  rule: 'decision',
  action: 'action',
  routing: 'routing',
};

const jsonOf = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Names of clauses are unique in their rule. */
const withNames = (parts: readonly TextPart[]): readonly (TextPart & { readonly name: string })[] => {
  const taken = new Set<string>();
  return parts.map((part, index) => {
    const wanted = part.name ?? `Clause ${index + 1}`;
    let name = wanted;
    for (let number = 2; taken.has(nameKey(name)); number += 1) name = `${wanted} ${number}`;
    taken.add(nameKey(name));
    return { ...part, name };
  });
};

/**
 * Turns what a customer of Dynamics 365 Fraud Protection can still have (pasted texts of rules and velocity sets, CSV files
 * of lists, template files, options of case management) into a configuration. Texts are checked against each other; what needs a hand is in the
 * notes, with the place in the files that were given.
 *
 * @param assessment whose rules they are: one of the product, or the API name of one that people defined. Only the latter
 * has post-decision actions; nothing is known of its attributes.
 * @param functions what texts may call where they are to be imported: pasted functions cannot be adopted.
 */
export const adoptFiles = async (
  given: readonly ConfigurationFile[],
  assessment: string,
  functions: readonly FunctionSymbol[] = [],
): Promise<Adopted> => {
  const notes: AdoptNote[] = [];
  const note = (each: AdoptNote): void => {
    notes.push(each);
  };
  const found: Found[] = [];
  const files = new Map<string, ConfigurationFile>();
  const lists: { readonly name: string; readonly columns: readonly string[] }[] = [];
  const keep = (path: string, made: readonly ConfigurationFile[]): boolean => {
    const other = made.some((file) => files.has(file.path));
    if (other) {
      const reason = 'Another file brings a resource of the same name.';
      note({ path, line: 0, reason, remedy: 'Rename one of them.', isLost: true });
    } else for (const file of made) files.set(file.path, file);
    return !other;
  };

  for (const file of given) {
    const { path, text } = file;
    const json = /\.json$/i.test(path) ? jsonOf(text) : undefined;
    if (/\.[ct]sv$/i.test(path)) {
      const list = await adoptList(baseName(path), file, note);
      if (list && keep(path, list.files)) lists.push(list);
    } else if (json !== undefined && isCaseConfiguration(json)) {
      keep(path, adoptDecisions(path, json, assessment, note));
    } else if (json !== undefined) {
      const { resources, stray } = readTemplate(baseName(path), text, json);
      found.push(...resources.map((resource) => ({ ...resource, path })));
      for (const { name, line } of stray) {
        const reason = `The text under “${name ?? ''}” belongs to no rule or velocity set.`;
        note({ path, line, reason, remedy: 'Copy it into a text file of its own, under a heading.', isLost: true });
      }
      if (resources.length + stray.length === 0) {
        const remedy = 'Copy the texts from it into text files.';
        note({ path, line: 0, reason: 'The file holds no texts of rules or velocities.', remedy, isLost: true });
      }
    } else found.push(...splitText(baseName(path), text).map((resource) => ({ ...resource, path })));
  }

  const sets = found.filter(({ kind }) => kind === 'velocitySet');
  const isBuiltIn = isBuiltInAssessment(assessment);
  const rules = found.filter(({ kind }) => TYPE_OF[kind] !== undefined && !(kind === 'action' && isBuiltIn));
  for (const { path, line, kind, name } of found) {
    if (kind === 'action' && isBuiltIn) {
      const remedy = 'Adopt it again with --assessment and the API name of the assessment it belongs to.';
      note({ path, line, reason: `${name} is a post-decision action: ${assessment} has none.`, remedy, isLost: true });
    }
    if (kind === 'function') {
      const remedy = 'Create it under Data › Functions: a text does not say what type its outputs have.';
      note({ path, line, reason: `${name} is a function.`, remedy, isLost: true });
    }
    if (kind === 'nothing') {
      const remedy =
        'Statements begin with LET, OBSERVE, RETURN, ROUTETO, DO or SELECT; write them that way, or leave the text out.';
      note({ path, line, reason: `There is no statement under “${name}”.`, remedy, isLost: true });
    }
  }

  const mended = (path: string, part: TextPart): string => {
    const { text, changes } = repairText(part.code);
    for (const { line, reason } of changes) {
      note({ path, line: part.line + line - 1, reason, remedy: 'It was written so; look whether it means the same.' });
    }
    return text;
  };
  const reportProblem = (resource: Found, diagnostics: readonly Diagnostic[]): void => {
    for (const { severity, part, line, code, message } of diagnostics) {
      if (severity !== 'error') continue;
      const at = part === 'condition' ? resource.condition : resource.parts[Number(part)];
      note({
        path: resource.path,
        line: (at?.line ?? resource.line) + line - 1,
        reason: message,
        remedy: remedyFor(code),
      });
    }
  };
  const textsOf = (resource: Found) => ({
    condition: resource.condition ? mended(resource.path, resource.condition) : '',
    codes: resource.parts.map((part) => mended(resource.path, part)),
  });
  const isNameable = ({ name, path, line }: Found): boolean => {
    if (isRuleName(name)) return true;
    note({ path, line, reason: `“${name}” cannot be a name.`, remedy: 'Shorten it to 120 characters.', isLost: true });
    return false;
  };

  const noteScores = ({ name, path, line }: Found, checked: CheckedRule, symbols: SymbolTable): void => {
    const remedy = 'Say what the text means without a score, or send the score with the event; see docs/migrate.';
    for (const { score, through } of missingScores(checked, symbols)) {
      const reads = through === null ? `reads ${score}` : `reads ${score} through ${through}`;
      const reason = `${name} ${reads}, which nothing provides: it counts as 0 in every event.`;
      note({ path, line, reason, remedy, about: 'score' });
    }
  };

  const velocities: string[] = [];
  let setCount = 0;
  for (const set of sets.filter(isNameable)) {
    const { condition, codes } = textsOf(set);
    const source: RuleSource = {
      kind: 'velocity',
      condition,
      clauses: codes.map((code, index) => ({ id: String(index), name: '', code })),
    };
    const setSymbols = velocitySymbolsOf(lists, velocities, [], functions);
    const { checked, diagnostics } = checkRule(source, setSymbols);
    reportProblem(set, diagnostics);
    noteScores(set, checked, setSymbols);
    const sampleEvent = 'purchase' as const;
    const content = { name: set.name, description: '', active: true, condition, velocities: codes };
    const made = velocitySetKind.filesOf({ ...content, sampleEvent, payload: VELOCITY_SAMPLES[sampleEvent] });
    if (!keep(set.path, made)) continue;
    setCount += 1;
    velocities.push(...velocityNames({ velocities: codes.map((code) => ({ id: '', code })) }));
  }

  const symbols: SymbolTable = {
    ...symbolsOf(isBuiltIn ? assessment : [], lists, velocities),
    calls: 'any',
    assessments: 'any',
    functions,
  };
  for (const pasted of found.filter(({ kind }) => kind === 'function')) {
    const clauses = withNames(pasted.parts).map(({ name, code }) => ({ id: name, name, code }));
    noteScores(pasted, checkRule({ kind: 'function', condition: '', clauses }, symbols).checked, symbols);
  }
  const payload = isBuiltIn ? EVENT_EXAMPLES[assessment].full : {};
  const order: Readonly<Record<RuleType, string[]>> = { decision: [], action: [], routing: [] };
  for (const rule of rules.filter(isNameable)) {
    const type = TYPE_OF[rule.kind] ?? 'decision';
    const { condition, codes } = textsOf(rule);
    const named = withNames(rule.parts);
    const texts = named.map(({ name }, index) => ({ id: String(index), name, code: codes[index] ?? '' }));
    const text = { condition, clauses: texts };
    const source = isBuiltIn ? stagedSourceOf(text, type, assessment) : sourceOf(text, type);
    const { checked, diagnostics } = checkRule(source, symbols);
    const sections = sectionsNeeded(isBuiltIn ? sectionsOf(assessment) : ['prior'], texts.length, diagnostics);
    const clauses = texts.map((clause, index) => fileClauseOf({ ...clause, section: sections[index] }));
    reportProblem(
      rule,
      diagnostics.filter((diagnostic) => !isAboutSection(diagnostic)),
    );
    noteScores(rule, checked, symbols);
    const { calls, assessments, queues } = checked.references;
    for (const name of queues) {
      const remedy = 'Create the queue in the environment before the import; no file says its order and its time-out.';
      note({ path: rule.path, line: rule.line, reason: `${rule.name} routes to the queue “${name}”.`, remedy });
    }
    for (const name of [...calls, ...assessments]) {
      const remedy = 'Set it up in the environment before the import.';
      note({ path: rule.path, line: rule.line, reason: `${rule.name} asks ${name}, which no file brings.`, remedy });
    }
    const content = {
      assessment,
      branch: null,
      standsFor: null,
      type,
      name: rule.name,
      description: '',
      active: true,
      condition,
      clauses,
    };
    if (keep(rule.path, ruleKind.filesOf({ ...content, payload }))) order[type].push(rule.name);
  }
  const names = [...order.decision, ...order.action, ...order.routing];
  if (names.length > 0) {
    const path = `rules/${assessment}.yaml`;
    keep(path, ruleSetKind.filesOf({ assessment, runMode: 'firstMatch', payload: null, order: names, rest: [] }));
    note({
      path,
      line: 1,
      reason: 'Files do not say in which order the rules ran, nor whether all of them did.',
      remedy:
        'Put the names under “order” in their order. They run after the rules of the environment, in its run mode.',
    });
  }
  if (!isBuiltIn && found.length > 0) {
    const reason = `The texts belong to the assessment ${assessment}, which no file brings.`;
    const remedy = 'Define it in the environment before the import; its attributes are checked then.';
    note({ path: `rules/${assessment}.yaml`, line: 0, reason, remedy });
  }
  return {
    files: [...files.values(), ADDING],
    rules: order.decision.length,
    actions: order.action.length,
    routingRules: order.routing.length,
    velocitySets: setCount,
    lists: new Set(lists.map(({ name }) => listNameKey(name))).size,
    notes,
  };
};
