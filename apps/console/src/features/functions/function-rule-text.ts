import type { FunctionDetail, RuleText } from '@redoubt/contracts';
import { FUNCTION_TYPES, type FunctionType } from '@redoubt/domain';
import type { VersionedKind } from '../../shared/authoring/editing/versioned-kind.ts';
import { formOf, type FormOutput, type FormParameter, type FunctionForm } from './function-form.ts';

/** The clause that stands for the inputs. */
const INPUTS = 'inputs';
/** Between what is declared of an output and its code. */
const RULER = '---';

const defaultOf = ({ type, fallback }: Pick<FormParameter, 'type' | 'fallback'>): string =>
  type === 'String' ? JSON.stringify(fallback) : fallback;

const fallbackOf = (type: FunctionType, written: string): string => {
  if (type !== 'String') return written;
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
};

const codeOf = (output: FormOutput): string => {
  const description = output.description.replaceAll('\n', ' ').trim();
  const declared = [`${output.type} = ${defaultOf(output)}`, ...(description === '' ? [] : [description])];
  return [...declared, RULER, output.code].join('\n');
};

/** A function as a rule text, so that texts of functions can be compared and merged as those of rules are. */
export const ruleTextOf = ({ parameters, outputs, samplePayload }: FunctionForm, inputs: string): RuleText => ({
  condition: '',
  clauses: [
    {
      id: INPUTS,
      name: inputs,
      code: parameters.map((each) => `${each.name}: ${each.type} = ${defaultOf(each)}`).join('\n'),
    },
    ...outputs.map((output) => ({ id: output.id, name: output.name, code: codeOf(output) })),
  ],
  samplePayload,
});

const TYPED = new RegExp(`^(?:(\\w+): )?(${FUNCTION_TYPES.join('|')}) = (.*)$`);

const declarationOf = (line: string): FormParameter | null => {
  const [, name = '', type = '', written = ''] = TYPED.exec(line) ?? [];
  return type === '' ? null : { name, type: type as FunctionType, fallback: fallbackOf(type as FunctionType, written) };
};

const declarationsIn = (lines: readonly string[]): readonly FormParameter[] =>
  lines.flatMap((line) => declarationOf(line) ?? []);

const outputOf = ({ id, name, code }: RuleText['clauses'][number]): FormOutput => {
  const lines = code.split('\n');
  const end = lines.indexOf(RULER);
  const head = lines.slice(0, Math.max(end, 0));
  // Where both sides are kept, the declaration that stands last is meant.
  const { type, fallback } = declarationsIn(head).at(-1) ?? { type: 'Double', fallback: '0' };
  const description = head
    .filter((line) => declarationOf(line) === null)
    .join(' ')
    .trim();
  const body = lines.slice(end + 1).filter((line) => line !== RULER);
  return { id, name, type, fallback, description, code: body.join('\n') };
};

/** The function that a rule text made of functions stands for. */
export const formOfRuleText = ({ clauses, samplePayload }: RuleText): FunctionForm => {
  const inputs = clauses.find(({ id }) => id === INPUTS)?.code.split('\n') ?? [];
  return {
    parameters: [...new Map(declarationsIn(inputs).map((each) => [each.name.toLowerCase(), each])).values()],
    outputs: clauses.filter(({ id }) => id !== INPUTS).map(outputOf),
    samplePayload,
  };
};

const EMPTY = { parameters: [], outputs: [], samplePayload: {} };

/** The version that texts call; undefined where none is in production. */
export const publishedOf = ({
  versions,
  publishedVersion,
}: FunctionDetail): FunctionDetail['versions'][number] | undefined =>
  versions.find(({ version }) => version === publishedVersion);

/** Where a person starts: the draft where there is one, else the newest version. */
const startingForm = ({ draft, versions: [newest] }: FunctionDetail): FunctionForm => formOf(draft ?? newest ?? EMPTY);

/** Functions, as their editor handles their versions; `inputs` is what the reader's language calls those. */
export const functionKind = (inputs: string): VersionedKind<FunctionDetail, FunctionForm> => ({
  codes: { stale: 'FUNCTION-STALE', unknown: 'FUNCTION-UNKNOWN' },
  startingText: startingForm,
  sameText: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  versionsOf: (detail) => ({
    draft: detail.draft,
    published: publishedOf(detail) ?? null,
    history: detail.versions,
  }),
  publishedText: (detail) => {
    const published = publishedOf(detail);
    return published === undefined ? null : formOf(published);
  },
  readVersion: async (_call, { versions }, number) =>
    formOf(versions.find(({ version }) => version === number) ?? EMPTY),
  toRuleText: (form) => ruleTextOf(form, inputs),
  fromRuleText: formOfRuleText,
});
