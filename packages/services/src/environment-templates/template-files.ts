import type { EnvironmentTemplateSummary, ResourceKindName } from '@redoubt/contracts';
import { isJsonObject } from '@redoubt/kernel';
import type { ConfigurationFile } from '../configuration/configuration-file.ts';
import { RESOURCE_KINDS } from '../configuration/resource-kinds.ts';
import { readYaml, yamlFile } from '../configuration/yaml-file.ts';

/**
 * Kinds that are no part of a template: who is on a support list, who is notified of an alert, where events are sent,
 * and what is being tried.
 */
export const NOT_IN_TEMPLATES: readonly ResourceKindName[] = [
  'supportList',
  'alert',
  'traceSubscription',
  'caseThresholds',
  'branch',
  'branchRule',
];

/** Kinds that only roots have; an environment below one uses those of its root. */
export const ONLY_IN_ROOTS: readonly ResourceKindName[] = ['assessment', 'currency', 'caseConfiguration'];

/** Members that hold a copy of an event or an answer, and so perhaps a person. */
const SAMPLES = ['payload', 'sampleResponse'] as const;

const kindOf = ({ path }: ConfigurationFile) => RESOURCE_KINDS.find(({ owns }) => owns(path))?.kind;

const isRows = ({ path }: ConfigurationFile): boolean => path.startsWith('lists/') && path.endsWith('.csv');

/** The first line of a CSV, which names its columns; a quoted name may hold a line break. */
const headOf = (text: string): string => {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === '\n' && !quoted) return text.slice(0, at + 1);
  }
  return text;
};

const withoutSamples = (file: ConfigurationFile): ConfigurationFile => {
  const { value, problems } = readYaml(file);
  if (problems.length > 0 || !isJsonObject(value)) return file;
  const members = value as Readonly<Record<string, unknown>>;
  if (!SAMPLES.some((name) => name in members)) return file;
  const kept = Object.entries(members).filter(([name]) => !(SAMPLES as readonly string[]).includes(name));
  // A template of a rule has no sample to fall back to.
  const blank = kindOf(file) === 'ruleTemplate' ? { payload: {} } : {};
  return yamlFile(file.path, { ...Object.fromEntries(kept), ...blank });
};

/** The files of a configuration that a template keeps: no person, no row of a list, no secret. */
export const templateFilesOf = (files: readonly ConfigurationFile[]): readonly ConfigurationFile[] =>
  files.flatMap((file) => {
    if (isRows(file)) return [{ path: file.path, text: headOf(file.text) }];
    const kind = kindOf(file);
    return kind === undefined || NOT_IN_TEMPLATES.includes(kind) ? [] : [withoutSamples(file)];
  });

/** How many resources of each kind files hold. */
export const contentsOf = (files: readonly ConfigurationFile[]): EnvironmentTemplateSummary['contents'] => {
  const counts: Partial<Record<ResourceKindName, number>> = {};
  for (const file of files) {
    const kind = kindOf(file);
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};
