import { fail, nameKey } from '@redoubt/domain';
import { isAppError } from '@redoubt/kernel';
import { advancePlanHead, lockRuleSet, type TenantTransaction } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import { ChangeRecorder } from '../change-recorder.ts';
import type { EnvironmentContext } from '../context.ts';
import { readAssessmentNames } from '../assessment-kinds/assessment-names.ts';
import type { ConfigurationProblem, ConfigurationWarning } from './configuration-file.ts';
import { kindsFor, loadResources, requireMayWrite, requireMayRead, type Resource } from './export-configuration.ts';
import { PRUNE_REFUSED, readImportMode, replacementsOf } from './import-mode.ts';
import { changesBetween, settled, type ConfigurationChange } from './plan-changes.ts';
import { readFiles, type Wanted } from './read-configuration.ts';
import { recordImport } from './record-import.ts';
import { problemsOf } from './refusal.ts';
import type { AnyKind } from './resource-kinds.ts';
import type { PutOptions } from './resource-kind.ts';
import { checkPublishedTexts, type TextFinding } from './verify-references.ts';
import type { ImportInput } from './import-input.ts';
import { DeferredChecks, inTransaction, within } from '../unit-of-work.ts';

export type ImportReport = {
  readonly changes: readonly ConfigurationChange[];
  readonly unchanged: number;
  /** Files that say nothing about any resource. */
  readonly ignored: readonly string[];
  /** Nothing is changed where there is one. */
  readonly problems: readonly ConfigurationProblem[];
  /** What the checker of the language warns of in texts that are added or changed; it stops nothing. */
  readonly warnings: readonly ConfigurationWarning[];
  readonly applied: boolean;
};

const findingKey = ({ environmentId, kind, name, part, code, message }: TextFinding): string =>
  JSON.stringify([environmentId, kind, nameKey(name), part, code, message]);

/** What checking every published text again says about an import. */
const findingsOf = (
  before: readonly TextFinding[],
  after: readonly TextFinding[],
  { environmentId }: EnvironmentContext,
  { wanted, touched }: { readonly wanted: ReadonlyMap<string, Wanted>; readonly touched: ReadonlyMap<string, unknown> },
): Pick<ImportReport, 'problems' | 'warnings'> => {
  const known = new Set(before.map(findingKey));
  const problems: ConfigurationProblem[] = [];
  const warnings: ConfigurationWarning[] = [];
  for (const finding of after) {
    const { kind, name, part, line, column, severity, code, message } = finding;
    const isHere = finding.environmentId === environmentId;
    const here = isHere ? wanted.get(`${kind} ${nameKey(name)}`) : undefined;
    const place = here?.read.placeOf(`${part}:${line}:${column}`);
    const isNew = !known.has(findingKey(finding));
    if (severity === 'warning') {
      // Warnings about what the import leaves as it was would repeat each time.
      if (here && place && (isNew || touched.has(here.key))) warnings.push({ ...place, code, message });
    } else if (isNew) {
      const where = isHere ? 'which the files do not have' : `of ${finding.environmentId}`;
      const outside = { path: '', line: 0, column: 0, message: `${kind} ${name}, ${where}: ${code} ${message}` };
      problems.push(place ? { ...place, message: `${code} ${message}` } : outside);
    }
  }
  return { problems, warnings };
};

const changesAnything = ({ changes }: ImportReport): boolean => changes.some(({ change }) => change !== 'left');

/** Ends the transaction of an import without a trace. */
class TakenBack extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('the import was taken back');
    this.report = report;
  }
}

const NOWHERE = { content: null, placeOf: () => ({ path: '', line: 0, column: 0 }) };

const carryOut = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  {
    input,
    adds,
    kinds,
    wanted: given,
  }: {
    readonly input: ImportInput;
    readonly adds: boolean;
    readonly kinds: readonly AnyKind[];
    readonly wanted: ReadonlyMap<string, Wanted>;
  },
): Promise<Omit<ImportReport, 'ignored'>> => {
  const { tenantId, environmentId } = context;
  const changed = changedBy(context);
  // Locks are taken in the order of every writer: rule sets before the plan head.
  for (const { kind: assessment } of await readAssessmentNames(trx, environmentId)) {
    await lockRuleSet(trx, tenantId, { environmentId, assessment });
  }
  await advancePlanHead(trx, tenantId, changed.at);
  // What is only tried needs no second person; what one approves is the import, not each command of it.
  const commands = context.changes || !input.apply ? new ChangeRecorder() : undefined;
  const deferred = new DeferredChecks();
  const joined = { ...within(context, trx, deferred), changes: commands, isImport: true };
  const { velocityStart, calls, variable = () => undefined } = input;
  const options: PutOptions = { velocityStart, calls, variable };
  const current = new Map((await loadResources(trx, joined, kinds)).map((resource) => [resource.key, resource]));
  for (const [key, text] of input.basedOn ?? []) {
    const files = current.get(key)?.files ?? [];
    if (files.map((file) => file.text).join('\n') !== text) throw fail('CONFIGURATION-STALE');
  }
  const before = await checkPublishedTexts(trx, environmentId, context);
  const wanted = settled(current, given, { prune: input.prune, adds });
  const changes = changesBetween(current, wanted, input.prune);
  const problems: ConfigurationProblem[] = adds ? [...replacementsOf(changes, wanted)] : [];
  const attempt = async (resource: Resource & Partial<Wanted>, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isAppError(error)) throw error;
      const placeOf = () => ({ path: resource.files[0]?.path ?? '', line: 0, column: 0 });
      problems.push(...problemsOf(error, resource.read ?? { content: null, placeOf }));
    }
  };
  const touched = new Map(changes.filter(({ change }) => change !== 'left').map((change) => [change.key, change]));
  requireMayWrite(
    context,
    kinds.filter(({ kind }) => [...touched.values()].some((change) => change.kind === kind)),
  );
  let done = 0;
  const total = changes.filter(({ change }) => change === 'added' || change === 'changed').length;
  for (const kind of kinds) {
    for (const resource of current.values()) {
      if (resource.kind !== kind || touched.get(resource.key)?.change !== 'removed') continue;
      await attempt(resource, async () => kind.remove?.(trx, joined, resource.content));
    }
    const put = [...wanted.values()].filter((resource) => resource.kind === kind && touched.has(resource.key));
    const byContent = new Map(put.map((resource) => [resource.content, resource]));
    const contents = put.map(({ content }) => content);
    for (const content of kind.arrange?.(contents) ?? contents) {
      const resource = byContent.get(content);
      if (resource) await attempt(resource, () => kind.put(trx, joined, content, options));
      done += 1;
      input.onProgress?.(done, total);
    }
  }
  for (const resource of wanted.values()) {
    const { kind, key, content } = resource;
    if (touched.has(key) && kind.finish) await attempt(resource, async () => kind.finish?.(trx, joined, content));
  }
  const checked =
    problems.length === 0
      ? findingsOf(before, await checkPublishedTexts(trx, environmentId, context), context, { wanted, touched })
      : { problems, warnings: [] };
  // What a text breaks at has a place in a file; a setting that names something has none.
  const refused = checked.problems.length === 0 ? await deferred.run() : [];
  const found = {
    ...checked,
    problems: [...checked.problems, ...refused.flatMap((error) => problemsOf(error, NOWHERE))],
  };
  if (found.problems.length === 0) await input.look?.(joined);
  const count = (kind: ConfigurationChange['change']): number => changes.filter(({ change }) => change === kind).length;
  if (touched.size > 0) await recordImport(trx, context, input, [...touched.values()], commands?.unconditional ?? []);
  if (commands?.needsSecondPerson) context.changes?.requireSecondPerson();
  return {
    changes: changes.map(({ key: _key, ...change }) => change),
    unchanged: wanted.size - count('added') - count('changed'),
    ...found,
    applied: found.problems.length === 0 && input.apply,
  };
};

/**
 * Makes an environment decide as files say: one transaction, in which every command of the console that is needed runs
 * with its own checks and activity entries, and after which every published text is checked once more. Where anything is
 * refused nothing is changed, and every refusal is in the report with its file and line. Without `apply` the same is done
 * and taken back, so what it reports is what would happen. Files with a `mode: add` in `import.yaml` change nothing that is
 * there: rules run after those there, rows of support lists join those there, and what would be replaced is refused.
 * Throws CONFIGURATION-STALE, and AUTH-FORBIDDEN for changes that the caller may not make.
 */
export const importConfiguration = async (context: EnvironmentContext, input: ImportInput): Promise<ImportReport> => {
  const kinds = kindsFor(context, 'read', input.without);
  const mode = readImportMode(input.files);
  const adds = mode.adds && input.replace !== true;
  requireMayRead(context, mode.files, input.without);
  const read = await readFiles(mode.files, kinds);
  const { wanted, ignored } = read;
  const problems = [...mode.problems, ...(adds && input.prune ? [PRUNE_REFUSED] : []), ...read.problems];
  if (problems.length > 0) return { changes: [], unchanged: 0, ignored, problems, warnings: [], applied: false };
  try {
    return await inTransaction(context, async (trx) => {
      const report = { ...(await carryOut(trx, context, { input, adds, kinds, wanted })), ignored };
      if (!report.applied || !changesAnything(report)) throw new TakenBack(report);
      return report;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.report;
    throw error;
  }
};
