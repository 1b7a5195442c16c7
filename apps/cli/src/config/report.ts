import { diffLines, foldEqual } from '@redoubt/domain';
import type {
  ConfigurationChange,
  ConfigurationFile,
  ConfigurationProblem,
  ConfigurationWarning,
  ImportReport,
} from '@redoubt/services';
import { formatCount } from '../terminal/format.ts';

const SIGNS = { added: '+', changed: '~', removed: '-', left: '?' } as const;

/** Kinds as people write them. */
const KINDS: Readonly<Record<ConfigurationChange['kind'], string>> = {
  environment: 'settings of the',
  supportList: 'support list',
  list: 'list',
  databaseList: 'database list',
  externalCall: 'external call',
  externalAssessment: 'external assessment',
  queue: 'queue',
  assessment: 'assessment',
  velocitySet: 'velocity set',
  function: 'function',
  rule: 'rule',
  ruleSet: 'order of rules',
  branch: 'branch',
  branchRule: 'rule of a branch',
  ruleTemplate: 'rule template',
  caseConfiguration: 'decisions of cases',
  caseSettings: 'settings of cases',
  controlShare: 'control share',
  acceptanceBooster: 'transaction acceptance booster',
  costModel: 'cost model',
  caseThresholds: 'thresholds of cases',
  alert: 'alert',
  traceSubscription: 'subscription of event tracing',
  currency: 'currency of amounts',
};

const textOf = (files: readonly ConfigurationFile[], path: string): string =>
  files.find((file) => file.path === path)?.text ?? '';

/** Rows of lists may be personal: how many came and went, not which. */
const rowsChanged = (before: string, after: string): readonly string[] => {
  const left = new Map<string, number>();
  for (const row of before.split('\n')) left.set(row, (left.get(row) ?? 0) + 1);
  let added = 0;
  for (const row of after.split('\n')) {
    const times = left.get(row) ?? 0;
    if (times > 0) left.set(row, times - 1);
    else added += 1;
  }
  const removed = [...left.values()].reduce((sum, times) => sum + times, 0);
  return added + removed === 0 ? [] : [`    ${formatCount(added)} lines added, ${formatCount(removed)} removed`];
};

const linesChanged = (before: string, after: string): readonly string[] =>
  foldEqual(diffLines(before, after), ({ kind }) => kind !== 'same').map((piece) => {
    if (typeof piece === 'number') return `    … ${formatCount(piece)} equal`;
    const sign = piece.kind === 'added' ? '+' : piece.kind === 'removed' ? '-' : ' ';
    return `    ${sign} ${piece.text}`;
  });

const detailsOf = ({ change, isData, before, after }: ConfigurationChange): readonly string[] => {
  if (change !== 'changed') return [];
  const paths = [...new Set([...after, ...before].map(({ path }) => path))];
  return paths.flatMap((path) => {
    const texts = [textOf(before, path).replace(/\n$/, ''), textOf(after, path).replace(/\n$/, '')] as const;
    if (texts[0] === texts[1]) return [];
    return isData && path.endsWith('.csv') ? rowsChanged(...texts) : linesChanged(...texts);
  });
};

const count = ({ changes }: ImportReport, change: ConfigurationChange['change']): number =>
  changes.filter((each) => each.change === change).length;

/** What an import does or would do, resource by resource. */
export const describeChanges = (report: ImportReport): readonly string[] => [
  ...report.changes
    .filter(({ change }) => change !== 'left')
    .flatMap((change) => [`${SIGNS[change.change]} ${KINDS[change.kind]} ${change.name}`, ...detailsOf(change)]),
  ...report.changes
    .filter(({ change }) => change === 'left')
    .map(({ kind, name }) => `${SIGNS.left} ${KINDS[kind]} ${name}: only the environment has it`),
];

export const describeTotals = (report: ImportReport): string =>
  [
    `${formatCount(count(report, 'added'))} added`,
    `${formatCount(count(report, 'changed'))} changed`,
    `${formatCount(count(report, 'removed'))} removed`,
    `${formatCount(report.unchanged)} unchanged`,
    ...(count(report, 'left') > 0 ? [`${formatCount(count(report, 'left'))} only in the environment`] : []),
  ].join(', ');

/** `rules/purchase/A.yaml:7:31: …`, as compilers write it and editors follow it. */
export const describeProblem = ({ path, line, column, message }: ConfigurationProblem): string => {
  if (path === '') return message;
  return line === 0 ? `${path}: ${message}` : `${path}:${line}:${column}: ${message}`;
};

/** As a problem, with the word that tells them apart. */
export const describeWarning = ({ code, message, ...place }: ConfigurationWarning): string =>
  describeProblem({ ...place, message: `warning ${code} ${message}` });
