import { EXAMPLE_EVENT, EXAMPLE_NOW } from './example-world.ts';
import { type GuideEntry, type GuideSection, type GuideSectionId, languageGuide } from './guide.ts';

const TITLES: Readonly<Record<GuideSectionId, string>> = {
  statements: 'Statements',
  references: 'What texts refer to',
  literals: 'Values written out',
  operators: 'Operators, from the tightest to the loosest',
  types: 'Types',
  decision: 'Decisions',
  observation: 'Observations',
  action: 'Actions',
  aggregate: 'Aggregates of velocities',
  general: 'The event',
  string: 'Text',
  charSet: 'Sets of characters',
  date: 'Dates',
  timeSpan: 'Times',
  math: 'Numbers',
  conversion: 'Conversions',
  list: 'Lists',
  pattern: 'Patterns',
  json: 'JSON and variables',
  enrichment: 'Facts the product looks up',
  call: 'Calls and their answers',
  limits: 'Limits',
  problems: 'Problems',
};

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const details = (entry: GuideEntry): string =>
  [
    entry.limit === null ? entry.summary : entry.limit.toLocaleString('en-US'),
    entry.edge,
    entry.kinds === null ? '' : `Only in: ${entry.kinds.join(', ')}.`,
    entry.aliases.length === 0 ? '' : `Also written ${entry.aliases.map(code).join(', ')}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');

const inTable = ({ entries }: GuideSection): string => {
  const withExamples = entries.some(({ example }) => example !== null);
  const rows = entries.map((entry) => {
    const { example } = entry;
    const shown = example ? `${code(example.text)} → ${code(JSON.stringify(example.gives))}` : '';
    return `| ${cell(code(entry.written))} | ${cell(details(entry))} |${withExamples ? ` ${cell(shown)} |` : ''}`;
  });
  const head = withExamples ? '| Written | Meaning | Example |\n|---|---|---|' : '| | |\n|---|---|';
  return `${head}\n${rows.join('\n')}`;
};

const asList = ({ entries }: GuideSection): string =>
  entries
    .map((entry) => {
      const { example } = entry;
      const shown = example ? `\n\n\`\`\`\n${example.text}\n\`\`\`\n\n→ ${code(JSON.stringify(example.gives))}` : '';
      return `**${code(entry.written)}** — ${details(entry)}${shown}`;
    })
    .join('\n\n');

const AS_LIST: readonly GuideSectionId[] = ['statements', 'decision', 'observation', 'action', 'aggregate'];

/** `docs/language/guide.md`. */
export const guideMarkdown = (): string => {
  const sections = languageGuide().map(
    (section) => `## ${TITLES[section.id]}\n\n${AS_LIST.includes(section.id) ? asList(section) : inTable(section)}`,
  );
  return `# The rule language

<!-- Written by \`npm run guide -w packages/fql\` from the tables that checker, completion and hover use. -->

Keywords, functions and names of resources are matched without regard to letter case. Every example here is evaluated in a
test, at ${EXAMPLE_NOW}, for this event, with a risk score of 640:

\`\`\`json
${JSON.stringify(EXAMPLE_EVENT, null, 2)}
\`\`\`

Where the original left a question open, [decisions.md](decisions.md) says what holds here.

${sections.join('\n\n')}
`;
};
