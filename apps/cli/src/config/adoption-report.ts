import type { AdoptionComparison, AdoptNote, Difference, DryRun } from '@redoubt/services';
import { formatCount } from '../terminal/format.ts';
import { describeProblem } from './report.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${header.join(' | ')} |`,
  `|${header.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  '',
];

const bullets = (sentences: readonly string[]): readonly string[] => [...sentences.map((each) => `- ${each}`), ''];

const placeOf = ({ path, line }: AdoptNote): string => (line === 0 ? path : `${path}:${line}`);

const named = (names: readonly string[]): string => names.map((name) => `*${name}*`).join(', ');

const scores = (notes: readonly AdoptNote[]): readonly string[] => {
  const found = notes.filter(({ about }) => about === 'score');
  if (found.length === 0) return ['No text reads a score that nothing provides.', ''];
  return bullets(found.map((note) => `${note.reason} ${note.remedy} (${placeOf(note)})`));
};

const order = (comparison: AdoptionComparison | null): readonly string[] => {
  if (comparison === null) {
    return [
      'The import puts adopted rules after those of the environment and keeps the way they run. Files do not say in which order the rules ran: look at `order` in the file of the assessment.',
      '',
    ];
  }
  const { rulesBefore, adoptedRules, runMode } = comparison;
  const ends =
    runMode === 'firstMatch' ? 'the first rule that matches ends the run' : 'the first decision ends the run';
  return bullets([
    rulesBefore.length === 0
      ? 'The environment has no rules of its own yet.'
      : `These run first, as they do today: ${named(rulesBefore)}. An event they decide does not reach the adopted ones.`,
    `Then, in this order: ${adoptedRules.length === 0 ? 'nothing that is new' : named(adoptedRules)}. Files do not say in which order they ran: compare it with the former system.`,
    `The run mode is ${runMode}: ${ends}. If the former system had the other one, change it before the import.`,
  ]);
};

const rows = (comparison: AdoptionComparison | null): readonly string[] => {
  if (comparison === null) {
    return [
      'Nothing that is there is replaced: rows of support lists that are there keep their status, and any other resource of the same name refuses the import. Run this again with `--environment` to see which.',
      '',
    ];
  }
  if (comparison.keptRows.length === 0) return ['No row of a support list is there with another status.', ''];
  return [
    'These rows are there already, with another status. They stay as they are, so what the adopted row would do does not happen:',
    '',
    ...table(
      ['List', 'Value', 'There', 'Adopted'],
      comparison.keptRows.map(({ list, value, there, adopted }) => [list, value, there, adopted]),
    ),
  ];
};

const refused = (notes: readonly AdoptNote[], comparison: AdoptionComparison | null): readonly string[] => {
  const lost = notes
    .filter(({ isLost }) => isLost)
    .map((note) => `left out: ${note.reason} ${note.remedy} (${placeOf(note)})`);
  const problems = (comparison?.refused ?? []).map((problem) => `refused: ${describeProblem(problem)}`);
  const all = [...lost, ...problems];
  return all.length === 0 ? ['Nothing.', ''] : bullets(all);
};

const differencesOf = ({ events, same, differences }: DryRun, before: string): readonly string[] => {
  const different = events - same;
  const head = `${formatCount(events)} events: ${formatCount(same)} decided alike, ${formatCount(different)} differently.`;
  if (different === 0) return [head, ''];
  const row = ({ before: was, after, by, events: count, examples }: Difference) => [
    formatCount(count),
    was,
    after,
    by ?? 'no rule',
    examples.join(', '),
  ];
  return [head, '', ...table(['Events', before, 'Would be', 'By', 'Such as'], differences.map(row))];
};

/** What rules that read velocities make of decisions from elsewhere. */
const unknownVelocities = ({ velocityReaders }: AdoptionComparison): readonly string[] =>
  velocityReaders.length === 0
    ? []
    : [
        'What was counted before these events is not known, so velocities count as 0. These rules read them, and may decide otherwise:',
        '',
        ...bullets(velocityReaders.map(({ rule, velocities }) => `*${rule}* reads ${velocities.join(', ')}.`)),
      ];

const dryRun = (comparison: AdoptionComparison | null): readonly string[] => {
  if (comparison === null) {
    return [
      'Not done: give `--environment` to decide its stored events, and `--former decisions.csv` for decisions of the former system.',
      '',
    ];
  }
  if (comparison.refused.length > 0) return ['Not done, as the import would be refused.', ''];
  const { stored, former } = comparison;
  return [
    'External calls and data about addresses, cards and devices count as absent on both sides.',
    '',
    '### Stored events, by the rules of today and with the adopted ones',
    '',
    'Velocities, the adopted ones included, count the stored events of this environment: those decided here and up to ten times as many before them. What is older, and what other environments count, is missing.',
    '',
    ...(stored === null ? ['There are none of this assessment.', ''] : differencesOf(stored, 'Today')),
    ...(former === null
      ? []
      : [
          '### Decisions of the former system',
          '',
          ...unknownVelocities(comparison),
          ...differencesOf(former, 'Was'),
          ...(former.problems.length === 0 ? [] : bullets(former.problems)),
        ]),
  ];
};

/** The report of an adoption: first what would decide differently, then everything that needs a hand. */
export const adoptionReport = (notes: readonly AdoptNote[], comparison: AdoptionComparison | null): string =>
  [
    '# What would decide differently',
    '',
    '## Scores that nothing provides',
    '',
    ...scores(notes),
    '## Order and run mode',
    '',
    ...order(comparison),
    '## What is there already',
    '',
    ...rows(comparison),
    '## What is left out or refused',
    '',
    ...refused(notes, comparison),
    '## Dry run',
    '',
    ...dryRun(comparison),
    '# What needs a hand',
    '',
    ...table(
      ['', 'File', 'Line', 'Why', 'What to do'],
      notes.map(({ path, line, reason, remedy, isLost }) => [
        isLost ? 'left out' : 'look',
        path,
        line === 0 ? '' : String(line),
        reason,
        remedy,
      ]),
    ),
  ].join('\n');

/** What the terminal says of it in a few lines. */
export const summaryOf = (notes: readonly AdoptNote[], comparison: AdoptionComparison | null): readonly string[] => {
  const read = notes.filter(({ about }) => about === 'score').length;
  const changed = [comparison?.stored, comparison?.former].reduce(
    (sum, run) => sum + (run ? run.events - run.same : 0),
    0,
  );
  return [
    ...(read > 0 ? [`Would decide differently: ${formatCount(read)} readings of scores that nothing provides.`] : []),
    ...(comparison && comparison.refused.length > 0
      ? [`The import would be refused for ${formatCount(comparison.refused.length)} reasons.`]
      : []),
    ...(comparison && comparison.keptRows.length > 0
      ? [`${formatCount(comparison.keptRows.length)} rows of support lists are there with another status, and stay so.`]
      : []),
    ...(changed > 0 ? [`${formatCount(changed)} tried events would be decided differently.`] : []),
  ];
};
