import * as contracts from '@redoubt/contracts';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createBindings } from './features/bindings.ts';
import type { Binding } from './http/binding.ts';
import { testCalls } from './testing/scene.ts';

/** Calls that are no GET and leave no entry, by why. */
const SILENT: Readonly<Record<string, readonly string[]>> = {
  'a question that comes in a body': [
    'activity.search',
    'reports.arrivals',
    'reports.chargebacks',
    'reports.observationList',
    'reports.observations',
    'reports.query',
    'reports.rules',
    'riskSupport.account',
    'riskSupport.find',
    'search.cases',
    'search.events',
    'search.graph',
    'search.matches',
    'search.scan',
    'search.summary',
    'velocities.value',
  ],
  'a look before something is done; it changes nothing': [
    'booster.preview',
    'databaseLists.test',
    'eventTracing.check',
    'externalCalls.test',
    'functions.evaluate',
    'retention.preview',
    'routingRules.evaluate',
    'rules.evaluate',
    'setUp.check',
    'subjectRequests.preview',
    'velocities.evaluate',
    'velocities.storage.estimate',
  ],
  'what is kept only for the person who asks': [
    'notes.saveDraft',
    'notices.change',
    'noticeSettings.webhook.test',
    'savedViews.setDefault',
  ],
};

const SERVICES = fileURLToPath(new URL('../../../packages/services/src', import.meta.url));

/**
 * Where a name is defined: the text from its definition to the next one of the same file, and what that file imports under
 * another name.
 */
type Definition = {
  readonly file: string;
  readonly text: string;
  readonly imported: ReadonlyMap<string, string>;
};

const readDefinitions = async (): Promise<ReadonlyMap<string, readonly Definition[]>> => {
  const definitions = new Map<string, Definition[]>();
  const entries = await readdir(SERVICES, { recursive: true });
  for (const file of entries.filter((each) => each.endsWith('.ts') && !each.endsWith('.test.ts'))) {
    const text = await readFile(`${SERVICES}/${file}`, 'utf8');
    const renamed = [...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, name = '', as = '']) => [as, name] as const);
    const imported = new Map(renamed);
    for (const part of text.split(/^(?=(?:export )?const )/m)) {
      const [, name] = /^(?:export )?const (\w+)/.exec(part) ?? [];
      if (name !== undefined) definitions.set(name, [...(definitions.get(name) ?? []), { file, text: part, imported }]);
    }
  }
  return definitions;
};

/**
 * Whether what a text calls, and what that calls, comes to the activity log, or to the history of a case, which keeps every
 * step on it with who made it; names of its own file go first.
 */
const leavesActivity = (
  definitions: ReadonlyMap<string, readonly Definition[]>,
  start: Definition,
  seen = new Set<string>(),
): boolean => {
  if (/\b(?:recordActivity|appendAudit|saveCaseChanges)\(/.test(start.text)) return true;
  const names = new Set([...start.text.matchAll(/\b([a-z]\w+)\b(?=\(|[,)])/g)].map(([, name = '']) => name));
  return [...names].some((name) => {
    const imported = start.imported.get(name);
    const all = definitions.get(imported ?? name) ?? [];
    const own = imported === undefined ? all.find(({ file }) => file === start.file) : undefined;
    const found =
      own ??
      all.find(({ file, text }) => text.startsWith('export ') && (file !== start.file || imported === undefined));
    if (found === undefined || seen.has(`${found.file} ${name}`)) return false;
    seen.add(`${found.file} ${name}`);
    return leavesActivity(definitions, found, seen);
  });
};

const NAMES: ReadonlyMap<unknown, string> = new Map(Object.entries(contracts).map(([name, value]) => [value, name]));

/** The text of a handler; of a row that is bound by name, a call of the command of that name. */
const textOf = ({ endpoint, handle }: Binding): string =>
  /\bcommand\(/.test(String(handle)) ? `${NAMES.get(endpoint)}()` : String(handle);

it('every call that is no GET comes to the activity log, but for those that say why not', async () => {
  const definitions = await readDefinitions();
  const bindings = createBindings({ label: 'test', environment: 'development' }, testCalls());
  const silent = bindings.filter(
    (binding) =>
      binding.endpoint.method !== 'GET' &&
      !leavesActivity(definitions, { file: '', text: textOf(binding), imported: new Map() }),
  );
  expect(silent.map(({ endpoint }) => endpoint.id).toSorted()).toEqual(Object.values(SILENT).flat().toSorted());
});
